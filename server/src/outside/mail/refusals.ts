const longestRefusal = 200
/** Cleans the words of a stranger's server, to be read beside the address they concern. */
export function inOneLine(words: string): string {
  const clean = words
    .replace(/<?[^\s<>]+@[^\s<>]+>?:?/g, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return clean.length > longestRefusal ? `${clean.slice(0, longestRefusal - 1).trimEnd()}…` : clean
}
