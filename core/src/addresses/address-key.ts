// How an address is compared: accents, case and punctuation dropped, abbreviations written out.
import { fold } from '../text.ts'

/** Street types: « rue », « chemin »… A search that omits the type still finds the street. */
export const streetTypes = [
  'rue',
  'avenue',
  'boulevard',
  'chemin',
  'route',
  'rang',
  'place',
  'cote',
  'allee',
  'croissant',
  'impasse',
  'promenade',
  'terrasse',
  'square',
  'montee',
  'ruelle',
  'autoroute',
  'carre',
  'quai',
  'cours',
  'passage',
  'sentier',
  'voie',
  'domaine',
  'street',
  'road',
  'drive',
  'lane',
  'court',
  'crescent',
] as const

const abbreviations: Record<string, string> = {
  av: 'avenue',
  ave: 'avenue',
  aven: 'avenue',
  boul: 'boulevard',
  bd: 'boulevard',
  bl: 'boulevard',
  blv: 'boulevard',
  blvd: 'boulevard',
  ch: 'chemin',
  chem: 'chemin',
  rte: 'route',
  rt: 'route',
  rg: 'rang',
  pl: 'place',
  all: 'allee',
  crois: 'croissant',
  cres: 'croissant',
  imp: 'impasse',
  prom: 'promenade',
  terr: 'terrasse',
  tsse: 'terrasse',
  sq: 'square',
  mtee: 'montee',
  aut: 'autoroute',
  st: 'saint',
  ste: 'sainte',
  sts: 'saints',
  stes: 'saintes',
  mt: 'mont',
  mgr: 'monseigneur',
  n: 'nord',
  s: 'sud',
  e: 'est',
  o: 'ouest',
  w: 'ouest',
}

/** Every spelling of a word, the full form first: « ste » and « sainte » → sainte, ste. */
export function spellings(word: string): [whole: string, ...short: string[]] {
  const whole = abbreviations[word] ?? ordinal(word)
  return [whole, ...Object.keys(abbreviations).filter((short) => abbreviations[short] === whole)]
}

/** « 12 ch. Ste-Foy » and « 12, chemin Sainte-Foy » have the same words; so have « 1ère Avenue » and « 1re av. ». */
export function addressWords(text: string): string[] {
  return fold(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => abbreviations[word] ?? ordinal(word))
}

/** The words joined: two streets of one city with the same key are the same street. */
export const addressKey = (text: string): string => addressWords(text).join(' ')

function ordinal(word: string): string {
  const number = /^(\d+)(?:re|er|ere|iere|e|eme|ieme|nd|nde)$/.exec(word)?.[1]
  if (!number) return word
  return number === '1' ? '1re' : `${number}e`
}

export const isOrdinal = (word: string) => /^\d+r?e$/.test(word)
