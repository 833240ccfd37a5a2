// Reads what people write in cells into what a field takes. The entity's own schema checks the limits.
import { toCents } from '../money.ts'
import { paymentMethodNames } from '../templates/terms.ts'
import { fold } from '../text.ts'
import type { SheetColumn } from './columns.ts'
import { type Answer, quoted } from './found.ts'
import { type Cell, emptyFormula } from './import.ts'
import { readAmount, readNumber } from './numbers.ts'
import { readPhone } from './phones.ts'
import { readCountry, readProvince } from './provinces.ts'
import { readDay, readInstant } from './sheet-days.ts'

/** The value for a field, or in French why there is none. An empty cell is `undefined`: it changes nothing. */
export type ReadValue = { value: unknown /** Of a phone number. */; extension?: string } | { problem: string }

export function readValue(column: SheetColumn, cell: Cell): ReadValue {
  const text = cellText(cell)
  if (text === emptyFormula) return { problem: 'cette formule n’a pas de valeur. Enregistrez le fichier dans Excel, puis réessayez.' }
  if (text === '' || (!isFreeText(column) && isNothing(text))) return { value: undefined }
  if (column.choices) return readChoice(column.choices, text)
  if (column.reads) return readers[column.reads](text, column)
  switch (column.kind) {
    case 'number':
      return typeof cell === 'number' ? { value: cell } : readNumber(text)
    case 'yesno':
      return readYesNo(text)
    case 'date':
      return readDay(text)
    case 'instant':
      return readInstant(text)
    default:
      return { value: text }
  }
}

/** Fields where « - » and « aucun » may be the actual text. */
const isFreeText = ({ choices, reads, kind = 'text', field }: SheetColumn) =>
  !choices && !reads && ['text', 'long'].includes(kind) && field !== 'email'

/** What people write for « none ». */
const isNothing = (text: string) => /^([-–—.?]+|n\s?[/.]?\s?[ad]\.?|s\s?[/.]\s?o\.?|aucune?s?|none|nil)$/i.test(text)

/** As displayed, trimmed of spaces of any width. */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'oui' : 'non'
  // A workbook's 0.1 + 0.2 should not become 0.30000000000000004.
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : cell.trim()
}

const plain = (text: string) => fold(text, { punctuation: 'drop' })

const yes = ['oui', 'o', 'x', 'vrai', '1', 'yes', 'y', 'true', 'v']
const ticks = ['✓', '✔', '☑', '√']
const no = ['non', 'n', 'faux', '0', 'no', 'false', 'f']

function readYesNo(text: string): Answer<boolean> {
  const word = ticks.includes(text) ? 'oui' : plain(text)
  if (yes.includes(word)) return { value: true }
  if (no.includes(word)) return { value: false }
  return { problem: `${quoted(text)} n’est ni oui ni non.` }
}

const synonyms: Record<string, readonly string[]> = {
  residential: ['residence', 'residential', 'residentielle', 'resid', 'res', 'r', 'maison', 'particulier'],
  commercial: ['commerce', 'commerciale', 'comm', 'com', 'c', 'entreprise', 'business'],
  sms: ['textos', 'text', 'texte', 'message texte', 'cell', 'cellulaire', 'mobile', 't'],
  call: ['appels', 'appel telephonique', 'appel tel', 'telephone', 'tel', 'vocal', 'voix', 'phone', 'voice', 'a'],
  credit_card: ['carte', 'credit', 'credit card', 'visa', 'mastercard', 'visa mastercard'],
  cash: ['comptant', 'argent', 'especes'],
  check: ['cheques', 'cheque', 'chq'],
  interact: ['interac', 'virement', 'e transfer', 'etransfer', 'transfert', 'virement bancaire'],
  // What our exports once said.
  accepted: ['accepte'],
  canceled: ['annule'],
}

function readChoice(choices: Readonly<Record<string, string>>, text: string): Answer<string> {
  const word = plain(text)
  for (const [value, name] of Object.entries(choices))
    if ([plain(value), plain(name), ...(synonyms[value] ?? [])].includes(word)) return { value }
  const expected = Object.values(choices).map(quoted)
  return { problem: `${quoted(text)} n’est pas un choix\u00a0: écrivez ${expected.join(' ou ')}.` }
}

const readers: Record<NonNullable<SheetColumn['reads']>, (text: string, column: SheetColumn) => ReadValue> = {
  phone: readPhone,
  zip: readZip,
  province: readProvince,
  country: readCountry,
  amount: readAmount,
  list: readList,
  instalments: readInstalments,
  bands: readBands,
  polygon: readPolygon,
  json: readJson,
}

function readZip(text: string): Answer<string> {
  const code = text.toUpperCase().replace(/[^A-Z0-9-]/g, '')
  // No postal code has an O or an I: they are mistyped zeros and ones.
  const canadian = code.replace(/-/g, '').replace(/O/g, '0').replace(/I/g, '1')
  if (/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(canadian)) return { value: `${canadian.slice(0, 3)} ${canadian.slice(3)}` }
  // A spreadsheet that took a ZIP code for a number dropped its leading zeros.
  if (/^\d{3,5}$/.test(code)) return { value: code.padStart(5, '0') }
  if (/^\d{5}-\d{4}$/.test(code)) return { value: code }
  return { problem: `${quoted(text)} n’est pas un code postal\u00a0: on attend «\u00a0G1R 4P5\u00a0».` }
}

/** Lists whose words stand for values. */
const listed: Record<string, Readonly<Record<string, string>>> = { paymentMethods: paymentMethodNames }

function readList(text: string, { field }: SheetColumn): ReadValue {
  const separator = text.includes(';') || text.includes('\n') ? /[;\n]/ : listed[field] ? /[,/]/ : /;/
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
  const choices = listed[field]
  if (!choices) return { value: parts }
  const values: string[] = []
  for (const part of parts) {
    const read = readChoice(choices, part)
    if ('problem' in read) return read
    values.push(read.value)
  }
  return { value: values }
}

/** « 2026-11-01 : 50 % ; 15/01/2027 : 50 % ». */
function readInstalments(text: string): ReadValue {
  const parts = text.split(/[;\n]/).filter((part) => part.trim())
  const instalments: { paymentDate: string; percent: number }[] = []
  for (const part of parts) {
    const [, day = '', share = ''] = /^(.*\S)\s*[:=]\s*([^:=]+)$/.exec(part.trim()) ?? []
    const [paymentDate, percent] = [readDay(day), readNumber(share)]
    if (!('value' in paymentDate && 'value' in percent))
      return { problem: `${quoted(part.trim())} n’est pas un versement\u00a0: on attend «\u00a02026-11-01\u00a0: 50\u00a0%\u00a0».` }
    instalments.push({ paymentDate: paymentDate.value, percent: percent.value })
  }
  return { value: instalments }
}

/** « 5 : 40 ; 10 : 60,00 ; + : 80 »: up to how many centimetres, and the price of the outing. The last band is « + ». */
function readBands(text: string): ReadValue {
  const parts = text.split(/[;\n]/).filter((part) => part.trim())
  const bands: { upTo: number | null; price: number }[] = []
  for (const part of parts) {
    const [, depth = '', amount = ''] = /^(.*\S)\s*[:=]\s*([^:=]+)$/.exec(part.trim()) ?? []
    const [upTo, price] = [depth === '+' ? { value: null } : readNumber(depth.replace(/\s*cm$/i, '')), readAmount(amount)]
    if (!('value' in upTo && 'value' in price) || typeof price.value !== 'number')
      return { problem: `${quoted(part.trim())} n’est pas une tranche\u00a0: on attend «\u00a05\u00a0: 40,00; +\u00a0: 60,00\u00a0».` }
    bands.push({ upTo: upTo.value, price: toCents(price.value) })
  }
  return { value: bands }
}

/** « 46.81,-71.21 46.82,-71.2 ». */
function readPolygon(text: string): ReadValue {
  const corners = text.split(/[\s;]+/).map((corner) => /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(corner))
  if (corners.includes(null))
    return { problem: `${quoted(text)} n’est pas un polygone\u00a0: on attend «\u00a0latitude,longitude\u00a0», coin par coin.` }
  return { value: corners.map((corner) => ({ lat: Number(corner?.[1]), lng: Number(corner?.[2]) })) }
}

function readJson(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: `${quoted(text)} n’est pas du JSON.` }
  }
}
