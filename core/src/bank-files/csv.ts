// A bank's file as rows of cells: separated by semicolons, tabs or commas, with or without quotation marks.

/** Beyond it, a file is none of a bank's. */
export const mostRows = 5000
const mostCells = 60

const separators = [';', '\t', ',']

/** The separator of most lines. A decimal comma between digits isn't one if anything else could be. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/, 40)
    .map((line) => line.replace(/"[^"]*"/g, ''))
    .filter((line) => line.trim())
  const counts = separators.map((separator) => lines.filter((line) => line.includes(separator)).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Rows that have anything in them; cells are trimmed. Undefined if a quotation mark stays open, or the file is too large. */
export function readCsv(content: string): string[][] | undefined {
  const text = content.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (letter === '"' && !cell.trim()) isQuoted = true
    else if (letter === separator) {
      endCell()
      if (row.length > mostCells) return undefined
    } else if (letter === '\n' || letter === '\r') {
      endCell()
      if (row.some(Boolean)) rows.push(row)
      row = []
      if (rows.length > mostRows) return undefined
    } else cell += letter
  }
  endCell()
  if (row.some(Boolean)) rows.push(row)
  return isQuoted || rows.length > mostRows ? undefined : rows
}
