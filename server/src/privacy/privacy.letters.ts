import type { ReceivedErasure } from '@bordee/core/privacy/privacy.ts'
import { sentence } from '@bordee/core/text.ts'
import type { Work } from '../engine/ctx.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import type { Serving } from './privacy.queries.ts'

/** To the company: only it knows what the law obliges it to keep. */
export const erasureAskedLetter = ({ env }: Work, to: string, { folders }: Serving, client: string, hadQuotes: boolean): LetterContent => ({
  to,
  subject: `Demande de suppression de renseignements personnels\u00a0: ${folders[0] ?? client}`,
  paragraphs: [
    'Bonjour,',
    `${client} demande que vous supprimiez les renseignements personnels que vous détenez à son sujet.`,
    sentence(`Dossiers concernés\u00a0: ${folders.join(', ') || 'aucun'}`),
    ...(hadQuotes ? ['Ses demandes de soumission sont retirées\u00a0: elles seront effacées d’elles-mêmes après 30 jours.'] : []),
    'La loi vous donne trente jours pour lui répondre. Les contrats signés et leurs paiements, que vous devez conserver, restent en place.',
    'Quand c’est fait, écrivez-le dans Bordée\u00a0: la réponse part au client, et vous gardez la trace de ce qui a été fait.',
  ],
  action: { label: 'Répondre à la demande', url: `${env.publicUrl}/dashboard/erasure-requests` },
})

/** To the client, so that they have it in writing. */
export const erasureCopyLetter = (to: string, companyNames: readonly string[]): LetterContent => ({
  to,
  subject: 'Votre demande de suppression a été transmise',
  paragraphs: [
    'Bonjour,',
    sentence(`Votre demande de suppression de renseignements personnels a été transmise à ${companyNames.join(', ')}`),
    'Une réponse doit vous parvenir dans les trente jours. ' +
      'Les contrats signés et leurs paiements sont conservés aussi longtemps que la loi l’exige.',
  ],
})

/** To the client: what their company did. */
export const erasureAnswerLetter = ({ email, outcome }: ReceivedErasure, company: { name: string; email: string }): LetterContent => ({
  to: email,
  subject: `Réponse de ${company.name} à votre demande de suppression`,
  paragraphs: ['Bonjour,', `${company.name} a répondu à votre demande de suppression de renseignements personnels\u00a0:`, outcome ?? ''],
  sender: { name: company.name, replyTo: company.email },
})

/** To the client: what was erased, what stays and why. */
export const erasureLetter = (to: string, words: readonly string[], company: { name: string; email: string }): LetterContent => ({
  to,
  subject: `${company.name} a effacé vos renseignements personnels`,
  paragraphs: [
    'Bonjour,',
    `${company.name} a effacé les renseignements personnels qu’elle détenait à votre sujet.`,
    ...words,
    'Ce qui est conservé l’est pour la raison indiquée. Pour toute question, répondez à ce courriel.',
  ],
  sender: { name: company.name, replyTo: company.email },
})
