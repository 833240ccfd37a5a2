// Replies to an alert: one word is enough, and accents, case and punctuation are ignored.
import { fold } from '../text.ts'

export type Answer = 'stop' | 'start' | 'help'

/** Folded. `stop` is checked first: a text that says both stop and start means stop. */
const words: Record<Answer, readonly string[]> = {
  stop: ['arret', 'arreter', 'stop', 'desabonner', 'desabonnement', 'unsubscribe'],
  start: ['debut', 'start'],
  help: ['aide', 'help', 'info'],
}

/** In a longer text only the first word counts: « ne pas oublier de dire stop au camion » is not a request. */
const shortText = 3

export function answerOf(text: string): Answer | null {
  const said = fold(text, { punctuation: 'drop' }).split(' ').filter(Boolean)
  const heard = said.length <= shortText ? said : said.slice(0, 1)
  const kinds = Object.keys(words) as Answer[]
  return kinds.find((kind) => heard.some((word) => words[kind].includes(word))) ?? null
}
