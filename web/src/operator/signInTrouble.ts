import { Problem } from '@bordee/core/problem.ts'
import { IdentityError } from '../identity.ts'

const noNetwork = 'Pas de réseau. Réessayez quand il sera revenu.'

/** The message for a driver whose sign-in failed. */
export function signInTrouble(error: unknown): string {
  if (error instanceof Problem) return refusal(error) // the password was right, but a later call was refused
  if (!(error instanceof IdentityError)) return noNetwork
  if (error.code === 'captcha-required') return 'Trop de tentatives. Connectez-vous d’abord par la page du bureau, puis revenez ici.'
  if (error.code === 'wrong-code' || error.code === 'too-many-requests') return error.message
  return error.kind === 'internal-error' && !error.code ? noNetwork : 'Courriel ou mot de passe invalide.'
}

const refusal = ({ body, message }: Problem) =>
  body.code === 'second-factor-required' ? 'Activez d’abord la validation en deux étapes par la page du bureau, puis revenez ici.' : message
