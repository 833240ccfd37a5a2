// How an operator answers « Départ 3 h, unité 14. Répondez OUI ou NON ».
import { fold } from '../text.ts'

export const crewAnswers = ['confirmed', 'refused'] as const
export type CrewAnswer = (typeof crewAnswers)[number]

const words: Record<CrewAnswer, readonly string[]> = { confirmed: ['oui', 'ouais', 'yes'], refused: ['non', 'no', 'nope'] }

/** The first word decides: « Oui mais je serai en retard » is a yes that the office reads too. */
export function crewAnswerOf(text: string): CrewAnswer | null {
  const [first = ''] = fold(text, { punctuation: 'drop' }).split(' ')
  return crewAnswers.find((answer) => words[answer].includes(first)) ?? null
}

/** Nothing more was said: nobody has to read it. */
export const isOnlyAnswer = (text: string): boolean => fold(text, { punctuation: 'drop' }).split(' ').length <= 2
