import type { LetterContent } from '../engine/documents/letters.ts'

const notYou = 'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe depuis la page de connexion, puis écrivez-nous.'

export const factorOnLetter = (to: string): LetterContent => ({
  to,
  always: true,
  subject: 'La validation en deux étapes est activée',
  paragraphs: [
    'Bonjour,',
    'La connexion à votre compte Bordée demande maintenant, en plus du mot de passe, un code de votre téléphone. ' +
      'Les autres appareils ont été déconnectés.',
    'Gardez vos codes de secours en lieu sûr\u00a0: ils vous ouvrent la porte si vous perdez votre téléphone.',
  ],
  footnote: notYou,
})

export const newPhoneLetter = (to: string): LetterContent => ({
  to,
  always: true,
  subject: 'Un autre téléphone donne maintenant vos codes',
  paragraphs: [
    'Bonjour,',
    'La connexion à votre compte Bordée demande maintenant un code de votre nouveau téléphone. ' +
      'Les codes de l’ancien et les codes de secours que vous aviez ne servent plus, ' +
      'et les autres appareils ont été déconnectés.',
  ],
  footnote: notYou,
})

export const factorOffLetter = (to: string): LetterContent => ({
  to,
  always: true,
  subject: 'La validation en deux étapes est désactivée',
  paragraphs: ['Bonjour,', 'La connexion à votre compte Bordée ne demande plus que le mot de passe.'],
  footnote: notYou,
})

export const factorResetLetter = (to: string): LetterContent => ({
  to,
  always: true,
  subject: 'La validation en deux étapes a été réinitialisée',
  paragraphs: [
    'Bonjour,',
    'L’équipe de Bordée a retiré la validation en deux étapes de votre compte, et vos appareils ont été déconnectés. ' +
      'Votre mot de passe n’a pas changé.',
    'Connectez-vous, puis activez-la de nouveau depuis votre profil.',
  ],
  footnote: notYou,
})

/** Someone who guesses codes already knows the password. */
export const factorGuessedLetter = (to: string, kind: 'phone' | 'recovery'): LetterContent => ({
  to,
  always: true,
  subject: 'Plusieurs codes invalides à la connexion',
  paragraphs: [
    'Bonjour,',
    'Quelqu’un a entré le mot de passe de votre compte Bordée, puis plusieurs codes invalides. La porte lui est fermée pour un moment.',
  ],
  footnote: `Si c’était vous, attendez quelques minutes${kind === 'phone' ? ' ou utilisez un code de secours' : ''}. ${notYou}`,
})
