// Gathers a site's dossier and prints it. The template (print/dossier.typ) only places the texts.
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { markOf } from '@bordee/core/evidence/evidence-file.ts'
import { shownMetres } from '@bordee/core/evidence/neighbourhood.ts'
import { iceNames, requirementFacts } from '@bordee/core/operations/requirement.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, formatDate, formatInstant, type IsoDate, instantOf, todayIn } from '@bordee/core/time.ts'
import encodeQR from 'qr'
import { inCompany, type Work } from '../engine/ctx.ts'
import { type Layout, printOne, type Sheets } from '../engine/documents/documents.ts'
import { fingerprintOf } from '../records/merkle.ts'
import { dayLines } from './dossier-days.ts'
import { hourLines, hoursAround } from './dossier-hours.ts'
import { passContent, photoContent, photoFile, photosOfPass, positionsCsv } from './dossier-passes.ts'
import { readReadings } from './dossier-readings.ts'
import { weatherWords } from './dossier-weather.ts'
import { wordsFor } from './dossier-words.ts'
import { type PhotoFacts, readPasses, readPhotos } from './pass-facts.ts'
import { howToCheck, readLines } from './record-lines.ts'
import {
  type About,
  type ContractFacts,
  readAbout,
  readAlerts,
  readContracts,
  readRunsOfDays,
  readWeather,
  type SiteKey,
} from './site-facts.ts'

export interface Wanted {
  id: string
  companyId: string
  claimId: string | null
  from: IsoDate
  to: IsoDate
  momentAt: Date | null
  withDrivers: boolean
  createdAt: Date
  userName: string
}

const folder = fileURLToPath(new URL('./print', import.meta.url))

/** What an insurer's mailbox takes. */
const mostBytes = 10 * 1024 * 1024
/** What photos may take of it. */
const photoBytes = 7 * 1024 * 1024

/** One site's PDF. Photos that don't fit are left out, those farthest from the moment first, and the dossier says so. */
export async function printDossier(work: Work, wanted: Wanted, siteId: string): Promise<{ address: string; bytes: Uint8Array }> {
  const facts = await inCompany(work, wanted.companyId, (own) => gather(own, wanted, siteId))
  for (let room = photoBytes; ; room = Math.floor(room / 2)) {
    const bytes = await printSheets(wanted, await sheetsOf(work, wanted, facts, room))
    if (bytes.length <= mostBytes || room < 100_000) return { address: facts.about.address, bytes }
  }
}

type Facts = Awaited<ReturnType<typeof gather>>

export async function gather(work: Work, wanted: Wanted, siteId: string) {
  const { companyId, from, to, momentAt, claimId, createdAt } = wanted
  const [company] = await work.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  const zone = company?.zone ?? ''
  const [since, before] = [instantOf(from, '00:00', zone), instantOf(addDays(to, 1), '00:00', zone)]
  const hours = momentAt && hoursAround(momentAt)
  // The hours around the moment may begin before the period, or end after it.
  const key: SiteKey = {
    companyId,
    siteId,
    since: hours && hours.since < since ? hours.since : since,
    before: hours && hours.before > before ? hours.before : before,
  }
  const about = await readAbout(work, key)
  const passes = await readPasses(
    work,
    key,
    about.areas.map(({ polygon }) => polygon),
  )
  const photos = await readPhotos(work, key, claimId)
  const [contracts, alerts] = [await readContracts(work, key), await readAlerts(work, key)]
  const [weather, readings] = [await readWeather(work, key), await readReadings(work, key)]
  const shown = {
    ids: [
      ...passes.flatMap(({ id, visits, marks, damages }) => [
        id,
        ...visits.flatMap((visit) => [visit.id, ...visit.corrections.map((correction) => correction.id)]),
        ...marks.flatMap(({ rowIds }) => rowIds),
        ...damages.map((damage) => damage.id),
      ]),
      ...photos.map(({ id }) => id),
      ...contracts.flatMap(({ signatureIds }) => signatureIds),
      ...weather.written.map(({ id }) => id),
      ...readings.map(({ id }) => id),
    ],
    trackIds: [...new Set(passes.flatMap(({ visits }) => visits.map(({ trackId }) => trackId)))],
    alertIds: alerts.map(({ id }) => id),
    withDrivers: wanted.withDrivers,
  }
  return {
    about,
    passes,
    photos,
    contracts,
    alerts,
    runs: await readRunsOfDays(work, key, zone),
    weather,
    readings,
    record: await readLines(work, companyId, shown, todayIn(zone, key.since)),
    today: todayIn(zone, createdAt),
  }
}

/** `room` is what photos may take, in bytes. */
export async function sheetsOf(work: Work, wanted: Wanted, facts: Facts, room = photoBytes): Promise<Sheets> {
  const { about, passes, contracts, alerts, runs, weather, readings, record, today } = facts
  const { from, to, momentAt, createdAt, companyId } = wanted
  const words = wordsFor(about.zone, wanted.withDrivers)
  const files: Record<string, Uint8Array> = {}
  const photos = await withRoom(work, facts.photos, momentAt ?? createdAt, room, files)
  const siteAreas = about.areas.map(({ polygon }) => polygon)
  const inPasses = new Set(passes.flatMap((pass) => photosOfPass(pass, photos)).map(({ id }) => id))
  const known = weatherWords(weather)
  const verification = `${work.env.publicUrl}/verification`
  files['positions.csv'] = positionsCsv(words, passes)
  files['registre.jsonl'] = Buffer.from([howToCheck, ...record.lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
  files['code.svg'] = Buffer.from(codeOf(verification))
  const document = {
    mark: markOf(wanted.id),
    title: `Dossier de preuve\u00a0: ${about.address}`,
    company: { name: about.companyName, fingerprint: fingerprintOf(companyId) },
    address: about.address,
    client: about.clientName,
    period: `Du ${formatDate(from)} au ${formatDate(to)}`,
    produced: `Produit le ${formatInstant(createdAt, about.zone)} par ${wanted.userName}`,
    moment: momentAt && formatInstant(momentAt, about.zone),
    contracts: contracts.map((contract) => contractContent(contract, about)),
    hours: momentAt ? hourLines(words, momentAt, { weather: known, passes, alerts, readings }) : [],
    days: dayLines(words, { from, to }, { about, contracts, passes, runs, weather: known, readings, today }),
    passes: passes.map((pass, i) => passContent(words, pass, { number: i + 1, siteAreas, shown: photosOfPass(pass, photos), files })),
    otherPhotos: photos.filter(({ id }) => !inPasses.has(id)).map((photo) => photoContent(words, photo)),
    photoNotes: photoNotes(words.zone, facts.photos, photos.length),
    limits: limitsOf(wanted, facts),
    credits: known.credits,
    record: {
      lines: count(record.lines.length, 'ligne'),
      waiting: record.lines.filter(({ sealedOn }) => sealedOn === null).length,
      seals: record.seals.map(({ day, chain }) => [formatDate(day), chain]),
    },
    verification,
  }
  return { documents: [document], files }
}

export const printSheets = ({ companyId, createdAt }: Wanted, sheets: Sheets): Promise<Uint8Array> =>
  printOne(companyId, layout(createdAt), sheets, 'batch')

/** The same data gives the same bytes. */
const layout = (at: Date): Layout => ({ folder, template: 'dossier.typ', tagged: true, at: Math.floor(at.getTime() / 1000) })

function contractContent({ contractNumber, startAt, endAt, signedAt, requirement }: ContractFacts, { defaults, zone }: About) {
  const facts = requirementFacts(requirement)
  const silent =
    requirement.ice === null
      ? `non précisée au contrat; usage de la compagnie\u00a0: ${defaults.ice ? iceNames[defaults.ice] : 'non précisé'}`
      : null
  return {
    title: `Contrat ${contractNumber}, du ${formatDate(startAt)} au ${formatDate(endAt)}, signé le ${formatInstant(signedAt, zone)}`,
    rows: [...Object.entries(facts), ...(silent ? [['Glace', silent]] : [])],
    isSilent: Object.keys(facts).every((name) => name === 'Glace'),
  }
}

/** Nearest to the moment first, as long as there is room; then in time order. */
async function withRoom(work: Work, photos: readonly PhotoFacts[], moment: Date, room: number, files: Record<string, Uint8Array>) {
  const chosen: PhotoFacts[] = []
  let left = room
  for (const photo of photos.toSorted((a, b) => Math.abs(+a.takenAt - +moment) - Math.abs(+b.takenAt - +moment))) {
    if (!photo.content || photo.deletedAt || photo.size > left) continue
    const content = await work.gateways.files.get(photo.content)
    if (!content) continue
    files[photoFile(photo)] = await buffer(content)
    chosen.push(photo)
    left -= photo.size
  }
  return chosen.toSorted((a, b) => +a.takenAt - +b.takenAt || a.id.localeCompare(b.id))
}

function photoNotes(zone: string, photos: readonly PhotoFacts[], shown: number): string[] {
  const deleted = photos.filter(({ deletedAt }) => deletedAt)
  const missing = photos.length - deleted.length - shown
  return [
    ...(missing > 0 ? [`${count(missing, 'photo')} de plus chez la compagnie\u00a0: le fichier ne dépasse pas 10\u00a0Mo.`] : []),
    ...deleted.map(
      ({ takenAt, deletedAt, deletedBy, deletedReason, hash }) =>
        `Photo du ${formatInstant(takenAt, zone)}, supprimée le ${formatInstant(deletedAt, zone)}${deletedBy ? ` par ${deletedBy}` : ''}` +
        ` (${deletedReason ?? 'sans motif'}). Empreinte\u00a0: ${hash}`,
    ),
  ]
}

function limitsOf({ to, withDrivers }: Wanted, { passes, today, about }: Facts): string[] {
  return [
    `Traces et positions s’arrêtent à ${shownMetres}\u00a0m des zones dessinées\u00a0: plus loin, c’est chez d’autres clients.`,
    ...(about.areas.length === 0 ? ['Aucune zone n’est dessinée à cette adresse\u00a0: aucune trace n’est montrée.'] : []),
    ...(passes.some(({ isSealed }) => !isSealed)
      ? ['Les visites des sept derniers jours n’étaient pas encore scellées quand ce dossier a été produit.']
      : []),
    ...(to > today ? [`Le dossier s’arrête au ${formatDate(today)}, jour où il a été produit.`] : []),
    ...(withDrivers ? [] : ['Les opérateurs sont nommés par un numéro; la compagnie connaît leurs noms.']),
  ]
}

function codeOf(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const side = rows.length
  const drawn = `<rect width="${side}" height="${side}" fill="#fff"/><path d="${squares.join('')}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${drawn}</svg>`
}

/** « Dossier de preuve – 12, rue des Érables – 2026-02-10.pdf ». */
export const dossierName = (subject: string, day: IsoDate, ending: 'pdf' | 'zip') =>
  `Dossier de preuve – ${subject.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').slice(0, 120)} – ${day}.${ending}`
