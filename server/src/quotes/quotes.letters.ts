// Letters about a request: to the resident, and to the companies they reached.

import { formatPhone } from '@bordee/core/phone.ts'
import { coatingNames, type QuoteFields, sizeNames, slopeNames } from '@bordee/core/quotes/quote-request.ts'
import { sentence } from '@bordee/core/text.ts'
import type { Work } from '../engine/ctx.ts'
import type { LetterContent } from '../engine/documents/letters.ts'

/**
 * Reads the same whether or not anyone was reached: which company serves where is its own business. Anyone can enter
 * anyone's e-mail, so the letter repeats only choices, no typed text: no stranger can write in our name.
 */
export function confirmationLetter({ env }: Work, quote: QuoteFields, names: readonly string[], code: string): LetterContent {
  const reached =
    names.length > 0
      ? `Elle a été transmise à ${names.join(', ')}, qui vous ${names.length > 1 ? 'répondront' : 'répondra'} directement.`
      : 'Une compagnie qui dessert votre adresse vous répondra directement.'
  const { size, slope, coating, addressParts } = quote
  const facts = [
    ...(addressParts?.zip ? [`Code postal\u00a0: ${addressParts.zip}`] : []),
    `Entrée\u00a0: ${sizeNames[size]}`,
    `Pente\u00a0: ${slopeNames[slope]}`,
    `Revêtement\u00a0: ${coatingNames[coating]}`,
  ]
  return {
    to: quote.email,
    subject: 'Votre demande de soumission',
    paragraphs: [
      'Bonjour,',
      'Nous avons bien reçu votre demande de soumission pour le déneigement de votre entrée.',
      facts.join(' · '),
      reached,
    ],
    action: { label: 'Retirer ma demande', url: `${env.publicUrl}/demande-de-soumissions/retrait#${code}` },
    footnote: 'Vous n’avez rien demandé? Retirez la demande\u00a0: personne ne vous écrira.',
  }
}

export function noticeLetter({ env }: Work, to: string, quote: QuoteFields, id: string): LetterContent {
  return {
    to,
    subject: `Nouvelle demande de soumission\u00a0: ${quote.address}`,
    paragraphs: [
      sentence(`${quote.firstname} ${quote.lastname} demande une soumission pour ${quote.address}`),
      `Téléphone\u00a0: ${formatPhone(quote.phone)}. Courriel\u00a0: ${quote.email}.`,
    ],
    action: { label: 'Voir la demande', url: `${env.publicUrl}/dashboard/quotes/requests/edit/${id}` },
  }
}

export const withdrawnLetter = ({ env }: Work, to: string, { id, name }: { id: string; name: string }): LetterContent => ({
  to,
  subject: `Demande de soumission retirée\u00a0: ${name}`,
  paragraphs: [`${name} a retiré sa demande de soumission. Vous n’avez plus à lui répondre.`],
  action: { label: 'Voir la demande', url: `${env.publicUrl}/dashboard/quotes/requests/edit/${id}` },
})
