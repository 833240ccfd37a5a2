// A contract's printed content: every text, in page order. The template (print/contract.typ) only places it.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lineAmount } from '@bordee/core/contracts/contract-money.ts'
import { type Cents, formatMoney, toCents } from '@bordee/core/money.ts'
import { ceilingFacts } from '@bordee/core/operations/ceiling.ts'
import { requirementFacts } from '@bordee/core/operations/requirement.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { priceWords } from '@bordee/core/templates/price-words.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import { nsfFacts, paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { type Layout, printMany, printOne, type Sheets } from '../engine/documents/documents.ts'
import { parseClauses } from '../templates/clauses.ts'
import type { Held, Printable } from './contracts.queries.ts'
import { readLogo } from './logos.ts'

const folder = fileURLToPath(new URL('./print', import.meta.url))

/** How it was signed, for the certificate. */
export interface SignedBy {
  signedAt: Date
  email: string
  name: string | null
  /** Their sentences, or none if the client didn't say which boxes were ticked. */
  boxes: string[]
  byLink: boolean
  signedInAt: Date
  address: string
  agent: string | null
}

export const printContract = (contract: Printable): Promise<Uint8Array> =>
  printOne(contract.companyId, layout({ tagged: true }), sheetsOf([contract]))

/** Each contract is read when its turn comes; a signed one is already bytes. `tell` gets the number done. */
export const printContracts = (
  company: string,
  contracts: readonly (() => Promise<Printable | Uint8Array>)[],
  tell: (done: number) => void,
): Promise<Uint8Array> =>
  printMany(company, layout({ tagged: false }), { title: `Contrats (${contracts.length})`, parts: partsOf(contracts) }, tell)

/**
 * Prints the pages, then the same pages with a certificate that carries their hash. The pages are attached to the
 * file, so that anyone can compute the hash.
 */
export async function printSigned(
  contract: Printable,
  by: SignedBy,
  publicUrl: string,
): Promise<{ bytes: Uint8Array; sha256: string; pagesSha256: string }> {
  const how = layout({ tagged: true, at: by.signedAt })
  const sheets = sheetsOf([contract], by)
  const pages = await printOne(contract.companyId, how, sheets, 'signature')
  const pagesSha256 = sha256Of(pages)
  const certificate = certificateOf(contract, by, { hash: pagesSha256, publicUrl })
  const documents = sheets.documents.map((document) => ({ ...document, certificate }))
  const bytes = await printOne(contract.companyId, how, { documents, files: { ...sheets.files, 'pages.pdf': pages } }, 'signature')
  return { bytes, sha256: sha256Of(bytes), pagesSha256 }
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** « Contrat 2026-0042 – Paule Roy.pdf ». */
export const fileNameOf = ({ contractNumber, clientName }: Pick<Held, 'contractNumber' | 'clientName'>) =>
  `Contrat ${contractNumber} – ${clientName.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')}.pdf`

const layout = ({ tagged, at = new Date() }: { tagged: boolean; at?: Date }): Layout => ({
  folder,
  template: 'contract.typ',
  tagged,
  at: Math.floor(at.getTime() / 1000),
})

function sheetsOf(contracts: readonly Printable[], by?: SignedBy): Sheets {
  const files: Sheets['files'] = {}
  return { documents: contracts.map((contract) => documentOf(contract, files, by)), files }
}

/** Printed at once: some contracts, with no more clauses than one may have. Memory is freed after each chunk. */
const chunk = { contracts: 25, clauses: 100_000 }

/** In order, one contract at a time: the server answers other requests in between. */
async function* partsOf(contracts: readonly (() => Promise<Printable | Uint8Array>)[]): AsyncGenerator<Sheets | Uint8Array> {
  let sheets = sheetsOf([])
  let clauses = 0
  for (const ask of contracts) {
    const contract = await ask()
    const isPrinted = contract instanceof Uint8Array
    const weight = isPrinted ? 0 : contract.clauses.length
    const isFull = sheets.documents.length >= chunk.contracts || clauses + weight > chunk.clauses
    if (sheets.documents.length > 0 && (isPrinted || isFull)) {
      yield sheets
      ;[sheets, clauses] = [sheetsOf([]), 0]
    }
    if (isPrinted) yield contract
    else sheets.documents.push(documentOf(contract, sheets.files, undefined))
    clauses += weight
    await setImmediate()
  }
  if (sheets.documents.length > 0) yield sheets
}

function documentOf(contract: Printable, files: Sheets['files'], by: SignedBy | undefined): object {
  const { contractNumber, companyName, site, startAt, endAt } = contract
  const title = `Contrat nº\u00a0${contractNumber}`
  return {
    title,
    subtitle: startAt && endAt ? `Du ${formatDate(startAt)} au ${formatDate(endAt)}` : 'Brouillon',
    logo: keepLogo(contract.companyLogo, files),
    company: { name: companyName, lines: companyLines(contract) },
    client: clientLines(contract),
    site: site
      ? [
          site.siteName,
          addressLine(site.siteCivicNumber, site.siteStreet, site.siteApartment),
          cityLine(site.siteCity, site.siteState, site.siteZip),
        ].filter(Boolean)
      : ['À préciser'],
    ...drawn(contract.siteAreas),
    plan: `Plan des zones desservies\u00a0: ${contract.siteAreas.map(({ name }) => name).join(', ')}`,
    services: contract.services.filter(isSeason).map((line) => {
      const price = toCents(line.price)
      return {
        name: line.name,
        description: line.description,
        quantity: formatNumber(line.quantity),
        price: amountOf(price),
        amount: amountOf(lineAmount({ price, quantity: line.quantity })),
      }
    }),
    byUse: contract.services.flatMap((line) => {
      const words = priceWords(line, contract)
      return words ? [{ name: line.name, description: line.description, ...words }] : []
    }),
    sums: [
      ['Sous-total', amountOf(contract.subtotal)],
      ...contract.taxes.map(({ tax, code, percent, amount }) => [taxLine(tax, percent, numberOfTax(contract, code)), amountOf(amount)]),
    ],
    total: amountOf(contract.totalPrice),
    instalments: contract.paymentShedules.map(({ paymentDate, percent, amount }, i) => [
      `${i + 1}`,
      formatDate(paymentDate),
      `${formatNumber(percent)}\u00a0%`,
      amountOf(amount),
    ]),
    methods: contract.paymentMethods.map((method) => paymentMethodNames[method]).join(', '),
    fees: Object.entries(nsfFacts(contract)),
    ceiling: Object.entries(ceilingFacts(contract)),
    requirement: Object.entries(requirementFacts(contract.requirement)),
    clauses: parseClauses(contract.clauses),
    signatures: [
      {
        who: 'Le client',
        name: by?.name ?? '',
        note: by ? `Signé électroniquement le ${formatInstant(by.signedAt, contract.timeZone)}` : 'Signature et date',
      },
      { who: companyName, name: '', note: by ? `Contrat offert par ${companyName}` : 'Signature et date' },
    ],
    certificate: null,
  }
}

function certificateOf(contract: Printable, by: SignedBy, { hash, publicUrl }: { hash: string; publicUrl: string }): object {
  const { timeZone } = contract
  const rows: [string, string | null][] = [
    ['Contrat', `${contract.contractNumber}, version ${contract.version}`],
    ['Compagnie', contract.companyName],
    ['Client', contract.clientName],
    ['Signé le', `${formatInstant(by.signedAt, timeZone)} (${timeZone}) · ${by.signedAt.toISOString()}`],
    ['Nom inscrit par le signataire', by.name],
    ['Courriel', by.email],
    ['Connexion', `${by.byLink ? 'Par le lien envoyé à ce courriel' : 'Par mot de passe'}, le ${formatInstant(by.signedInAt, timeZone)}`],
    ['Adresse IP', by.address],
    ['Navigateur, selon l’appareil', by.agent && `«\u00a0${by.agent}\u00a0»`],
    ...boxRows(by.boxes),
  ]
  return {
    intro:
      `Ce certificat atteste que le contrat nº\u00a0${contract.contractNumber} a été signé par voie électronique. ` +
      'Il indique ce que le serveur a reçu au moment de la signature.',
    rows: rows.filter(([, value]) => value),
    hash,
    note:
      'Les pages qui précèdent sont jointes à ce fichier\u00a0: leur empreinte peut être recalculée par quiconque. ' +
      'L’empreinte du fichier entier est conservée par Bordée\u00a0: la page ci-dessous dit si un fichier est bien celui qui a été signé.',
    verification: `${publicUrl}/verification`,
  }
}

const boxRows = (boxes: readonly string[]): [string, string][] =>
  boxes.length > 0
    ? boxes.map((box) => ['Case cochée', box])
    : [['Cases à cocher', 'Le logiciel qui a servi à signer n’a pas indiqué si elles ont été cochées.']]

const companyLines = ({ companyAddress, companyPhone, companyEmail, companyQEN }: Held) =>
  [
    companyAddress,
    [companyPhone && formatPhone(companyPhone), companyEmail].filter(Boolean).join(' · '),
    companyQEN && `NEQ ${companyQEN}`,
  ].filter(Boolean)

const clientLines = (held: Held) =>
  [
    held.clientName,
    held.clientBillingStreet && addressLine(held.clientBillingCivicNumber, held.clientBillingStreet, held.clientBillingApartment),
    cityLine(held.clientBillingCity, held.clientBillingState, held.clientBillingZip),
    held.clientPhone && formatPhone(held.clientPhone),
    held.clientEmail,
  ].filter(Boolean)

/** With a minus sign, not a hyphen. */
const amountOf = (cents: Cents) => formatMoney(cents).replace(/^-/, '\u2212')

const addressLine = (civic: string | null, street: string, apartment: string | null) =>
  [civic, street, apartment && `app.\u00a0${apartment}`].filter(Boolean).join(', ')
const cityLine = (city: string | null, state: string | null, zip: string | null) =>
  [city, state && `(${state})`, zip].filter(Boolean).join(' ')

const numberOfTax = (held: Held, code: 'gst' | 'qst' | 'hst') =>
  ({ gst: held.companyTps, qst: held.companyTvq, hst: held.companyHst ?? held.companyTps })[code]
const taxLine = (tax: string, percent: number, number: string | null) =>
  `${tax} (${formatNumber(percent)}\u00a0%)${number ? ` nº\u00a0${number}` : ''}`

/** Saves a data URL as a file, once for all contracts that share it. */
function keepLogo(logo: string | null, files: Sheets['files']): string | null {
  const picture = readLogo(logo)
  if (!picture) return null
  const name = `logo-${sha256Of(picture.bytes).slice(0, 16)}.${picture.extension}`
  files[name] = picture.bytes
  return `/${name}`
}

/** The areas seen from above, north up, in points of a 170 × 110 frame. */
function drawn(areas: Printable['siteAreas']): { areas: { name: string; points: number[][]; middle: number[] }[] } {
  const corners = areas.flatMap(({ polygon }) => polygon)
  const [first] = corners
  if (!first) return { areas: [] }
  const narrow = Math.cos((first.lat * Math.PI) / 180)
  const [lats, lngs] = [corners.map(({ lat }) => lat), corners.map(({ lng }) => lng * narrow)]
  const [west, north] = [Math.min(...lngs), Math.max(...lats)]
  const scale = Math.min(164 / Math.max(1e-9, Math.max(...lngs) - west), 104 / Math.max(1e-9, north - Math.min(...lats)))
  const round = (n: number) => Math.round(n * 100) / 100
  const points = (polygon: { lat: number; lng: number }[]) =>
    polygon.map(({ lat, lng }) => [round(3 + (lng * narrow - west) * scale), round(3 + (north - lat) * scale)])
  return { areas: areas.map(({ name, polygon }) => ({ name, points: points(polygon), middle: middleOf(points(polygon)) })) }
}

/** Where its number goes: the average of its corners. */
const middleOf = (points: readonly number[][]) =>
  [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / Math.max(1, points.length))
