/**
 * Whether `typed` is `word` with one typo: a wrong, missing or extra letter, or two swapped ones. `begun` means the
 * word continues after it. A single pass without a table, because it runs on every word of a gazetteer.
 */
export function isNearly(typed: string, word: string): 'whole' | 'begun' | undefined {
  let at = 0
  while (at < typed.length && typed.charCodeAt(at) === word.charCodeAt(at)) at++
  if (at === typed.length) return undefined // a correct beginning, no typo
  const wrong = rest(typed, at + 1, word, at + 1)
  const missing = rest(typed, at, word, at + 1)
  const tooMany = rest(typed, at + 1, word, at)
  const areExchanged = typed.charCodeAt(at) === word.charCodeAt(at + 1) && typed.charCodeAt(at + 1) === word.charCodeAt(at)
  const exchanged = areExchanged ? rest(typed, at + 2, word, at + 2) : undefined
  if (wrong === 'whole' || missing === 'whole' || tooMany === 'whole' || exchanged === 'whole') return 'whole'
  return wrong ?? missing ?? tooMany ?? exchanged
}

function rest(typed: string, i: number, word: string, j: number): 'whole' | 'begun' | undefined {
  while (i < typed.length) if (typed.charCodeAt(i++) !== word.charCodeAt(j++)) return undefined
  return j === word.length ? 'whole' : j < word.length ? 'begun' : undefined
}
