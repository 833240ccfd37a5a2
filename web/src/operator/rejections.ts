// What the phone does, and says, when the server doesn't accept an entry. Nothing the driver entered is ever discarded.
import { Problem } from '@bordee/core/problem.ts'
import type { Rejection, Report } from './kept.ts'

/**
 * - `later`, `sign-in`, `company`, `module`, `access`: everything waits, and is tried again.
 * - `hold-run`: the entry and everything else of its run wait for the driver; other runs go on.
 * - `set-aside`: the entry alone waits for the driver.
 * - `settled`: there is nothing left to report.
 * - `quit-instead`: a start that can't be taken back any more is ended at the moment of the press.
 */
type Deed = Pause | 'hold-run' | 'set-aside' | 'settled' | 'quit-instead'
/** What the whole queue waits for. */
export type Pause = 'later' | 'sign-in' | 'company' | 'module' | 'access'

export const pauseTexts: Record<Pause, string> = {
  later: 'Pas de réseau\u00a0: tout est gardé sur le téléphone et partira quand il reviendra.',
  'sign-in': 'Votre session est terminée\u00a0: reconnectez-vous, ce qui attend partira ensuite.',
  company: 'Vous avez changé de compagnie dans un autre onglet\u00a0: ce qui attend partira quand vous y reviendrez.',
  module: 'Le module Flotte n’est plus actif\u00a0: ce qui attend partira quand le bureau l’aura réactivé.',
  access: 'Vous n’avez plus accès à cette compagnie\u00a0: ce qui attend reste sur ce téléphone. Parlez-en au bureau.',
}

type Kind = Report['kind']

interface Rule {
  /** Any kind if missing; likewise status and code. */
  kinds?: readonly Kind[]
  status?: number
  code?: string
  does: Deed
  says: string
}

const entering = ['start', 'join'] as const
const during = ['mark', 'damage', 'position'] as const

/** The first rule that fits applies. */
const rules: readonly Rule[] = [
  { status: 401, does: 'sign-in', says: pauseTexts['sign-in'] },
  { code: 'company-changed', does: 'company', says: pauseTexts.company },
  { code: 'module-inactive', does: 'module', says: pauseTexts.module },
  { status: 403, does: 'access', says: pauseTexts.access },
  { code: 'try-again', does: 'later', says: pauseTexts.later },
  { status: 408, does: 'later', says: pauseTexts.later },
  { status: 429, does: 'later', says: pauseTexts.later },

  { kinds: ['take-back'], status: 409, does: 'quit-instead', says: 'Il était trop tard pour annuler ce départ.' },
  { kinds: ['take-back', 'quit'], does: 'settled', says: 'Cette tournée est déjà quittée.' },
  { kinds: ['position'], code: 'consent-refused', does: 'settled', says: 'Vous avez refusé que votre position soit enregistrée.' },

  {
    kinds: entering,
    code: 'run-active',
    does: 'hold-run',
    says: 'Vous êtes encore dans une autre tournée, démarrée sur un autre téléphone.',
  },
  { kinds: ['start'], code: 'round-begun', does: 'hold-run', says: 'Un collègue a commencé cette ronde avant vous.' },
  { kinds: ['start'], code: 'round-gone', does: 'hold-run', says: 'Cette ronde n’attend plus personne.' },
  { kinds: ['start'], status: 404, does: 'hold-run', says: 'Ce trajet a été supprimé par le bureau.' },
  { kinds: ['start'], code: 'id-used', does: 'hold-run', says: 'Cette tournée a déjà été enregistrée par quelqu’un d’autre.' },
  { kinds: entering, status: 422, does: 'hold-run', says: 'Ce départ date de plus de sept jours\u00a0: il ne peut plus être enregistré.' },
  { kinds: ['join'], code: 'run-finished', does: 'hold-run', says: 'Cette tournée était déjà terminée.' },
  { code: 'run-gone', does: 'hold-run', says: 'Cette tournée a été supprimée par le bureau.' },

  { kinds: during, code: 'run-finished', does: 'set-aside', says: 'La tournée était déjà terminée à ce moment-là.' },
  { kinds: during, code: 'not-joined', does: 'set-aside', says: 'Vous ne participiez pas à cette tournée.' },
  { kinds: during, status: 422, does: 'set-aside', says: 'Trop ancien\u00a0: plus de sept jours.' },
  { kinds: ['punch'], status: 422, does: 'set-aside', says: 'Trop ancien\u00a0: plus de sept jours. Le bureau peut l’inscrire.' },
  { kinds: ['mark', 'damage'], status: 404, does: 'set-aside', says: 'Cet endroit n’est plus dans la tournée.' },
]

export interface Verdict {
  does: Deed
  rejection: Rejection
}

/** `tries`: how many times the server itself has failed on this entry. */
export function verdictOn(kind: Kind, error: unknown, tries = 0): Verdict {
  const later = { does: 'later', rejection: { why: pauseTexts.later } } as const
  if (!(error instanceof Problem)) return later // not from the server: no network, a proxy, or a truncated response
  const { status, body } = error
  // A server that fails on one entry again and again must not hold up the others.
  if (status < 400 || status >= 500)
    return tries < mostTries ? later : { does: 'set-aside', rejection: { why: 'Le serveur n’y arrive pas.' } }
  const rule = rules.find(
    (one) => (one.kinds?.includes(kind) ?? true) && (one.status ?? status) === status && (one.code === undefined || one.code === body.code),
  )
  if (rule) {
    const run = body.conflicts?.[0]
    const choices = {
      ...(body.code === 'run-active' && run && { otherRun: run.id }),
      ...(body.code === 'round-begun' && run && { begunRun: run.id }),
      ...(body.code === 'round-gone' && { isRoundGone: true }),
    }
    return { does: rule.does, rejection: { why: rule.says, ...choices } }
  }
  return { does: 'set-aside', rejection: { why: error.message } }
}

const mostTries = 8
