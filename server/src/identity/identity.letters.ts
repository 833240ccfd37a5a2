import { sentence } from '@bordee/core/text.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import type { Env } from '../engine/env.ts'

/** The address of an e-mailed link, which `auth/redirect` reads. */
export function linkTo(env: Env, parameters: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1])))
  return `${env.publicUrl}/auth/redirect?${query.toString()}`
}

export const resetLetter = (env: Env, to: string, code: string): LetterContent => ({
  to,
  always: true,
  subject: 'Choisissez un nouveau mot de passe',
  paragraphs: [
    'Bonjour,',
    'Vous avez demandé à changer le mot de passe de votre compte Bordée. Ce lien est valide une heure et ne sert qu’une fois.',
  ],
  action: { label: 'Choisir un mot de passe', url: linkTo(env, { mode: 'resetPassword', email: to, oobCode: code }) },
  footnote: 'Si vous n’avez rien demandé, ignorez ce courriel\u00a0: votre mot de passe ne change pas.',
})

export const linkLetter = (
  env: Env,
  to: string,
  code: string,
  { companyId, companyName, contractId }: { companyId: string; companyName: string; contractId?: string | null | undefined },
): LetterContent => ({
  to,
  always: true,
  subject: `Votre lien de connexion – ${companyName}`,
  paragraphs: [
    'Bonjour,',
    `${sentence(`Voici le lien qui ouvre votre espace client chez ${companyName}`)} Il est valide une heure et ne sert qu’une fois.`,
  ],
  action: { label: 'Ouvrir mon espace client', url: linkTo(env, { mode: 'signIn', email: to, companyId, contractId, oobCode: code }) },
  footnote: 'Si vous n’avez rien demandé, ignorez ce courriel.',
})

/** `currentEmail`: the account's current address, if this one is to replace it. */
export const verificationLetter = (env: Env, to: string, code: string, currentEmail: string | null): LetterContent => ({
  to,
  subject: 'Confirmez votre courriel',
  paragraphs: [
    'Bonjour,',
    currentEmail
      ? `Le compte Bordée de ${currentEmail} souhaite utiliser cette adresse. ` +
        'Confirmez-le seulement si ce compte est le vôtre. Ce lien est valide 24 heures.'
      : 'Confirmez que cette adresse est bien la vôtre pour l’utiliser avec Bordée. Ce lien est valide 24 heures.',
  ],
  action: { label: 'Confirmer mon courriel', url: linkTo(env, { mode: 'verifyEmail', email: to, oobCode: code }) },
  footnote: 'Si vous n’avez pas créé de compte ni changé d’adresse, ignorez ce courriel.',
})

export const emailChangeAskedLetter = (to: string, newEmail: string): LetterContent => ({
  to,
  always: true,
  subject: 'Changement de courriel demandé',
  paragraphs: [
    'Bonjour,',
    `Votre compte Bordée a demandé à utiliser l’adresse ${newEmail}. Le changement se fera quand elle aura été confirmée.`,
  ],
  footnote: 'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe\u00a0: la demande sera annulée.',
})

/** Someone tried to use an address that has an account: only its reader learns that. */
export const emailTakenLetter = (env: Env, to: string): LetterContent => ({
  to,
  subject: 'Cette adresse a déjà un compte',
  paragraphs: [
    'Bonjour,',
    'Quelqu’un a voulu utiliser cette adresse pour un autre compte Bordée. Elle en a déjà un, et rien n’a changé.',
    'Si c’était vous, connectez-vous avec ce compte, ou supprimez-le avant de recommencer.',
  ],
  action: { label: 'Me connecter', url: `${env.publicUrl}/sign-in` },
  footnote: 'Si ce n’était pas vous, ignorez ce courriel.',
})

export const emailChangedLetter = (to: string, newEmail: string): LetterContent => ({
  to,
  always: true,
  subject: 'Le courriel de votre compte a changé',
  paragraphs: ['Bonjour,', `Votre compte Bordée utilise maintenant l’adresse ${newEmail}.`],
  footnote: 'Si ce n’est pas vous, écrivez-nous sans attendre.',
})

export const passwordChangedLetter = (to: string): LetterContent => ({
  to,
  always: true,
  subject: 'Votre mot de passe a changé',
  paragraphs: ['Bonjour,', 'Le mot de passe de votre compte Bordée vient d’être changé. Les autres appareils ont été déconnectés.'],
  footnote: 'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe depuis la page de connexion.',
})

/** Someone was given access and has no password yet. `place`: the company, or Bordée itself for its staff. */
export const inviteLetter = (
  env: Env,
  to: string,
  code: string,
  { place, roleName }: { place: string; roleName: string },
): LetterContent => ({
  to,
  subject: `Votre accès à ${place}`,
  paragraphs: [
    'Bonjour,',
    `Un accès vous a été donné chez ${place}, avec le rôle «\u00a0${roleName}\u00a0». ` +
      'Choisissez votre mot de passe pour entrer. Ce lien est valide sept jours et ne sert qu’une fois.',
  ],
  action: { label: 'Choisir mon mot de passe', url: passwordLink(env, to, code) },
  footnote: 'Si vous n’attendiez pas cette invitation, ignorez ce courriel.',
})

/** Someone with an account was given another access, and keeps their password. */
export const accessGivenLetter = (env: Env, to: string, { place, roleName }: { place: string; roleName: string }): LetterContent => ({
  to,
  subject: `Votre accès à ${place}`,
  paragraphs: [
    'Bonjour,',
    `Un accès vous a été donné chez ${place}, avec le rôle «\u00a0${roleName}\u00a0». ` +
      'Connectez-vous avec votre mot de passe habituel\u00a0: rien d’autre n’a changé dans votre compte.',
  ],
  action: { label: 'Me connecter', url: `${env.publicUrl}/sign-in` },
  footnote: 'Si vous n’attendiez pas cet accès, écrivez à cette compagnie.',
})

/** The page where a password is chosen, for commands that print the link. */
export const passwordLink = (env: Env, email: string, code: string) => linkTo(env, { mode: 'resetPassword', email, oobCode: code })
