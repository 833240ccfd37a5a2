// Splits a backup into lines within bounded memory.

/** In bytes. A row holds a file at most; other lines are short. A file from elsewhere may hold lines that fit no memory. */
export const longest = { row: 256 * 1024 * 1024, other: 1024 * 1024 }
const rowMark = '"'.charCodeAt(0)

/** Never keeps more than one line, nor one that is too long. */
export async function* splitIntoLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  const keep = (part: Buffer) => {
    if (part.length === 0) return
    parts.push(part)
    length += part.length
    if (length > (parts[0]?.[0] === rowMark ? longest.row : longest.other)) throw new Error('a line is too long')
  }
  for await (const chunk of chunks) {
    let begun = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', begun)) {
      keep(chunk.subarray(begun, end))
      yield Buffer.concat(parts).toString('utf8')
      begun = end + 1
      ;[parts, length] = [[], 0]
    }
    keep(chunk.subarray(begun))
  }
  if (length > 0) yield Buffer.concat(parts).toString('utf8')
}
