// Our replies to people who answer an alert: one SMS each, however long the company's name.
import { withName } from '../messages/company-name.ts'

const replies = {
  help: (phone: string) => `${phone}. Répondez ARRET pour ne plus recevoir d'alertes.`,
  // START, not DÉBUT: only START also lifts the carrier's own block, which STOP set.
  stop: () => "vous ne recevrez plus d'alertes. Répondez START pour les recevoir de nouveau.",
  start: () => 'vous recevrez de nouveau nos alertes. Répondez ARRET pour ne plus en recevoir.',
} as const

/** Begins with the company's name, so that the recipient knows who is writing. */
export const replyTo = (answer: keyof typeof replies, company: { name: string; phone: string }): string =>
  withName(company.name, replies[answer](company.phone))
