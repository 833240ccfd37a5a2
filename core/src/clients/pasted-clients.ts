// A small list of clients pasted as text, read by the rules of imports (docs/product/clients.md).
import type { Input } from '../call.ts'
import { quoted } from '../imports/found.ts'
import { splitAddress, splitName } from '../imports/one-cell.ts'
import { readPhone } from '../imports/phones.ts'
import { newOccupantFields } from '../occupants/occupant.ts'
import { newSiteFields } from '../sites/site.ts'
import { fold } from '../text.ts'
import { newClientFields } from './client.ts'
import type { clientCalls } from './clients.calls.ts'

export const mostPasted = 50

export interface PastedLine {
  /** As it was pasted. */
  text: string
  name: string
  /** What the client's form would send, or why it would be refused. */
  read: { input: Input<typeof clientCalls.createClient> } | { problem: string }
}

/** One client per line: the name, then address, phone and e-mail in any order, between tabs, semicolons or commas. */
export function readPasted(text: string): PastedLine[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  const [first] = lines
  const isHeading = first !== undefined && headings.has(fold(cellsOf(first)[0] ?? ''))
  return lines.slice(isHeading ? 1 : 0).map(readLine)
}

const headings = new Set(['nom', 'client', 'name', 'nom du client'])

function cellsOf(line: string): string[] {
  const separator = ['\t', ';'].find((sign) => line.includes(sign)) ?? ','
  return line
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)
}

function readLine(text: string): PastedLine {
  const [name = '', ...cells] = cellsOf(text)
  const email = cells.find((cell) => cell.includes('@')) ?? null
  const phone = cells.find((cell) => /\d{3}\D*\d{4}\D*$/.test(cell) && 'value' in readPhone(cell)) ?? null
  const written = cells.filter((cell) => cell !== email && cell !== phone).join(', ')
  return { text, name, read: written ? readFields({ name, email, phone, written }) : { problem: `${quoted(name)} n’a pas d’adresse.` } }
}

function readFields({ name, email, phone, written }: { name: string; email: string | null; phone: string | null; written: string }) {
  const address = splitAddress(written)
  if ('problem' in address) return address
  const { civicNumber, street, apartment } = address.value
  const client = newClientFields.safeParse({ name, email, phone })
  const title = [civicNumber, street, apartment && `app. ${apartment}`].filter(Boolean).join(' ').slice(0, 50)
  const site = newSiteFields.safeParse({ name: title, address: address.value })
  const { firstName = null, lastName = null } = splitName(name)
  const resident = newOccupantFields.safeParse({ firstName, lastName, phone: phone ?? '' })
  const [wrong] = [client, site, ...(phone ? [resident] : [])].flatMap(({ error }) => error?.issues ?? [])
  if (wrong) return { problem: `${quoted(name)}\u00a0: ${wrong.message}` }
  return { input: { client: client.data, site: site.data, occupants: phone && resident.data ? [resident.data] : [] } as Reading }
}
type Reading = Input<typeof clientCalls.createClient>
