// What an operator answered to « Rappel de l'équipe ».
import type { CrewAnswer } from '@bordee/core/replies/crew-answer.ts'
import { hourIn } from '@bordee/core/time.ts'
import type { StatusTone } from '../ui/Status.tsx'

interface Called {
  name: string
  answer: CrewAnswer | null
  answeredAt: string | null
}

export const crewTones: Record<CrewAnswer | 'silent', StatusTone> = { confirmed: 'good', refused: 'bad', silent: 'attention' }

const answerNames: Record<CrewAnswer, string> = { confirmed: 'oui', refused: 'non' }

/** « oui 2 h 12 ». */
export const answerWords = ({ answer, answeredAt }: Pick<Called, 'answer' | 'answeredAt'>, zone: string): string =>
  answer === null ? 'pas de réponse' : [answerNames[answer], answeredAt && hourIn(zone, answeredAt)].filter(Boolean).join('\u00a0')

/** « Marc Fortin : oui 2 h 12 »; null if nobody was called. */
export const crewWords = (crew: readonly Called[], zone: string): string | null =>
  crew.map((person) => `${person.name}\u00a0: ${answerWords(person, zone)}`).join(', ') || null
