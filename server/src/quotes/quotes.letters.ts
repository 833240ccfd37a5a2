// The letters about a request: to who asked, and to those who were asked.

import { formatPhone } from '@bordee/core/phone.ts'
import type { QuoteFields } from '@bordee/core/quotes/quote-request.ts'
import type { Work } from '../engine/ctx.ts'
import type { LetterContent } from '../engine/letters.ts'
import type { Recipient } from './quotes.queries.ts'

/** The same page, and the same words, whether anyone was reached: who serves where is the companies' own. */
export function confirmationLetter({ env }: Work, quote: QuoteFields, names: readonly string[], code: string): LetterContent {
  const reached =
    names.length > 0
      ? `Elle a été transmise à ${names.join(', ')}, qui vous répondra${names.length > 1 ? 'ont' : ''} directement.`
      : 'Une entreprise qui dessert votre adresse vous répondra directement.'
  return {
    to: quote.email,
    subject: 'Votre demande de soumission',
    paragraphs: [`Bonjour ${quote.firstname},`, `Nous avons bien reçu votre demande de soumission pour ${quote.address}.`, reached],
    action: { label: 'Retirer ma demande', url: `${env.publicUrl}/demande-de-soumissions/retrait#${code}` },
    footnote: 'Vous n’avez rien demandé? Retirez la demande\u00a0: personne ne vous écrira.',
  }
}

export function noticeLetter({ env }: Work, quote: QuoteFields, { email, id }: Recipient & { id: string }): LetterContent {
  return {
    to: email,
    subject: `Nouvelle demande de soumission\u00a0: ${quote.address}`,
    paragraphs: [
      `${quote.firstname} ${quote.lastname} demande une soumission pour ${quote.address}.`,
      `Téléphone\u00a0: ${formatPhone(quote.phone)}. Courriel\u00a0: ${quote.email}.`,
    ],
    action: { label: 'Voir la demande', url: `${env.publicUrl}/dashboard/quotes/requests/edit/${id}` },
  }
}

export const withdrawnLetter = ({ env }: Work, { email, id, name }: { email: string; id: string; name: string }): LetterContent => ({
  to: email,
  subject: `Demande de soumission retirée\u00a0: ${name}`,
  paragraphs: [`${name} a retiré sa demande de soumission. Vous n’avez plus à lui répondre.`],
  action: { label: 'Voir la demande', url: `${env.publicUrl}/dashboard/quotes/requests/edit/${id}` },
})
