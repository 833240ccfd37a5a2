import type { LetterContent } from '../engine/documents/letters.ts'
import type { Attachment } from '../outside/mail/mail.ts'

export const importTemplateLetter = (to: string, companyName: string, file: Attachment): LetterContent => ({
  to,
  subject: `Le modèle d’importation pour ${companyName}`,
  paragraphs: [
    'Bonjour,',
    'Vous trouverez ci-joint le classeur à remplir pour faire entrer vos données dans Bordée\u00a0: une feuille par sujet, ' +
      'une ligne par client, point de service ou occupant.',
    'Les colonnes marquées d’un astérisque (*) sont à remplir. ' +
      'Les autres peuvent rester vides, et les feuilles dont vous n’avez pas besoin aussi.',
    'Quand il est prêt, renvoyez le classeur à la personne qui vous accompagne chez Bordée.',
  ],
  footnote: 'Gardez les titres des colonnes tels quels\u00a0: c’est par eux que Bordée reconnaît vos données.',
  attachments: [file],
})
