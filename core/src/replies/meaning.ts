// What a short text means, when every word of it is known: with one word more, a person reads it.
import { fold } from '../text.ts'

export type Meaning = 'moved' | 'thanks'

const wordSet = (words: string) => new Set(words.split(' '))

/** « Parti », « Auto déplacée », « J’ai déplacé mon véhicule, merci! ». Folded, as the words of ARRET are. */
const moving = wordSet('parti partie partis parties deplace deplacee deplaces deplacees bouge bougee tasse tassee')
const around = wordSet(
  'auto autos vehicule vehicules char chars voiture voitures camion j ai je suis on a est ont sont mon ma mes notre nos l la le les ' +
    'bonjour ok merci maintenant voila c ete',
)
const done = ['fait', 'c est fait', 'cest fait', 'c fait', 'fait merci', 'c est fait merci']

const thanking = wordSet('ok okay oki k merci mercis thanks parfait super excellent genial recu compris bien')
const aroundThanks = wordSet('beaucoup mille d accord c est tres bonne bon journee soiree nuit fin de a vous toi et pour tout')

/** With colour and variation marks removed. No other picture is harmless: 👎 and 😡 say something. */
const thankingPictures = /[👍👌🙏🙂😊😀😃😄😁❤♥💙💚🤗✅🎉]/gu
const marks = /[\u{1f3fb}-\u{1f3ff}]|\ufe0e|\ufe0f|\u200d/gu

/** Null: someone must read it. */
export function meaningOf(text: string): Meaning | null {
  if (text.includes('?')) return null
  const left = text.replace(marks, '').replace(thankingPictures, ' ')
  if (/\p{Extended_Pictographic}/u.test(left)) return null
  const said = fold(left, { punctuation: 'drop' })
  if (said === '') return left.trim() !== text.trim() && !/[\p{L}\p{N}]/u.test(text) ? 'thanks' : null
  const words = said.split(' ')
  if (done.includes(said)) return 'moved'
  if (words.some((word) => moving.has(word)) && words.every((word) => moving.has(word) || around.has(word))) return 'moved'
  const isThanks = said === 'd accord' || words.some((word) => thanking.has(word))
  return isThanks && words.every((word) => thanking.has(word) || aroundThanks.has(word)) ? 'thanks' : null
}
