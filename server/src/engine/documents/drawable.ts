// What our fonts can draw. A character that they lack would print as an empty box: a word replaces it.
import { readFileSync } from 'node:fs'
import { mostMarks } from '@bordee/core/text.ts'

/** Without direction marks and other invisible characters, with few marks on one letter, and in characters that our fonts have. */
export function drawable(text: string): string {
  if (/^[\n -~\u00a0-\u00ac\u00ae-\u00ff]*$/.test(text)) return text
  const plain = text.normalize('NFC').replaceAll('\t', ' ').replace(invisible, '').replace(tooManyMarks, '$1')
  return plain.replace(/\P{ASCII}+/gu, (run) => run.replace(undrawnRuns, wordFor))
}

const invisible = /[[\p{Cf}\p{Cc}\p{Variation_Selector}]--[\u00ad\n]]/gv
const tooManyMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')
const pictures = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\s]+$/u

const wordFor = (run: string) => (/^\s+$/.test(run) ? ' ' : pictures.test(run) ? '[émoji]' : '[non imprimable]')

/** DejaVu Sans also has every character of Figtree. */
const undrawnRuns = new RegExp(`[^${rangesOf(readFileSync(new URL('./fonts/DejaVuSans.ttf', import.meta.url)))}]+`, 'gu')

/** The characters of a font as the inside of a regular expression's class, from format 12 of its `cmap` table. */
function rangesOf(font: Buffer): string {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const cmap = font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8)
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => cmap + font.readUInt32BE(cmap + 8 + 8 * i))
  const groups = subtables.find((at) => font.readUInt16BE(at) === 12)
  if (groups === undefined) throw new Error('the font has no table of format 12')
  const escaped = (at: number) => `\\u{${font.readUInt32BE(at).toString(16)}}`
  return Array.from({ length: font.readUInt32BE(groups + 12) }, (_, i) => groups + 16 + 12 * i)
    .map((at) => `${escaped(at)}-${escaped(at + 4)}`)
    .join('')
}
