// What people answer to an alert: one word is enough, and accents, case and punctuation do not count.
import { fold } from '../text.ts'

export type Answer = 'stop' | 'start' | 'help'

/** Folded. Whoever says both wants peace: `stop` is looked for first. */
const words: Record<Answer, readonly string[]> = {
  stop: ['arret', 'arreter', 'stop', 'desabonner', 'desabonnement', 'unsubscribe'],
  start: ['debut', 'start'],
  help: ['aide', 'help', 'info'],
}

/** In a longer text the word counts only when it comes first: « ne pas oublier de dire stop au camion » is no request. */
const shortText = 3

export function answerOf(text: string): Answer | null {
  const said = fold(text, { punctuation: 'drop' }).split(' ').filter(Boolean)
  const heard = said.length <= shortText ? said : said.slice(0, 1)
  const kinds = Object.keys(words) as Answer[]
  return kinds.find((kind) => heard.some((word) => words[kind].includes(word))) ?? null
}
