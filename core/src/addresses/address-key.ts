// How an address is searched: accents, case and punctuation dropped, abbreviations written out.

const abbreviations: Record<string, string> = {
  av: 'avenue',
  ave: 'avenue',
  boul: 'boulevard',
  bd: 'boulevard',
  blvd: 'boulevard',
  ch: 'chemin',
  rte: 'route',
  rg: 'rang',
  pl: 'place',
  st: 'saint',
  ste: 'sainte',
  sts: 'saints',
  stes: 'saintes',
  n: 'nord',
  s: 'sud',
  e: 'est',
  o: 'ouest',
}

/** « 12 ch. Ste-Foy » and « 12, chemin Sainte-Foy » have the same key. The gazetteer's `search` column holds it. */
export function addressKey(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .split(/[^a-z0-9]+/)
  return words
    .filter(Boolean)
    .map((word) => abbreviations[word] ?? word)
    .join(' ')
}
