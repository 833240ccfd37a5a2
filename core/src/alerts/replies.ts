// What is said to whoever answers an alert: one SMS each, whatever the company is called.
import { withName } from '../messages/company-name.ts'

const replies = {
  help: (phone: string) => `${phone}. Répondez ARRET pour ne plus recevoir d'alertes.`,
  // START and not DÉBUT: only START also lifts the carrier's own block, which STOP has set.
  stop: () => "vous ne recevrez plus d'alertes. Répondez START pour les recevoir de nouveau.",
  start: () => 'vous recevrez de nouveau nos alertes. Répondez ARRET pour ne plus en recevoir.',
} as const

/** Begins with the company's name: who answers must know whom he hears from. */
export const replyTo = (answer: keyof typeof replies, company: { name: string; phone: string }): string =>
  withName(company.name, replies[answer](company.phone))
