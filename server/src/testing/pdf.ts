// Reads the words of a PDF page by page, with its own maps from glyphs to letters: enough for what our printer
// produces.
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'

export async function wordsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const look = (object: PDFObject | undefined) => (object instanceof PDFRef ? document.context.lookup(object) : object)
  const text = (object: PDFObject | undefined) => {
    const stream = look(object)
    return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''
  }
  return document.getPages().map((page) => {
    const fonts = look((look(page.node.Resources()) as PDFDict | undefined)?.get(PDFName.of('Font')))
    const maps = new Map<string, Map<string, string>>()
    if (fonts instanceof PDFDict)
      for (const [name, font] of fonts.entries())
        maps.set(name.asString(), lettersOf(text((look(font) as PDFDict).get(PDFName.of('ToUnicode')))))
    const contents = look(page.node.Contents())
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
    return spoken(streams.map(text).join('\n'), maps)
  })
}

/** A glyph-to-letter map, in PostScript syntax. */
function lettersOf(cmap: string): Map<string, string> {
  const letters = new Map<string, string>()
  const decoded = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, body = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, from = '', to = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>/g)) letters.set(from.toLowerCase(), decoded(to))
  for (const [, body = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', until = '', to = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(until, 16); code++) {
        const shifted = (Number.parseInt(to, 16) + code - Number.parseInt(from, 16)).toString(16).padStart(to.length, '0')
        letters.set(code.toString(16).padStart(from.length, '0'), decoded(shifted))
      }
  return letters
}

function spoken(content: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> | undefined
  let words = ''
  // Raw bytes in parentheses, which may contain a nested pair, or hex in angle brackets; a new position is a space.
  for (const [token, font, hex, raw] of content.matchAll(
    /(\/\w+) [\d.]+ Tf|<([0-9a-fA-F\s]*)>|\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*)\)|\bT[md]\b/g,
  )) {
    if (font) letters = maps.get(font)
    else if (/^T[md]$/.test(token)) words += ' '
    else {
      const codes = (hex ?? Buffer.from(unescaped(raw ?? ''), 'latin1').toString('hex')).replace(/\s/g, '').toLowerCase()
      for (const code of codes.match(/.{4}/g) ?? []) words += letters?.get(code) ?? ''
    }
  }
  return words.replace(/ +/g, ' ').trim()
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (raw: string) =>
  raw.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  )
