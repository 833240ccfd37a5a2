// The lines of the record about a site, with what proves each of them (docs/product/records.md).
import type { RecordKind } from '@bordee/core/records/record.ts'
import { addDays } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { pathsOf, type Step, splitLeaves } from '../records/merkle.ts'

/** Ids of what the dossier shows, as the record names them. */
export interface Shown {
  /** Of visits, stops, marks, corrections, photos, contracts, readings and hours of weather. */
  ids: readonly string[]
  trackIds: readonly string[]
  alertIds: readonly string[]
  withDrivers: boolean
}

/** Of alerts, which have the phones of a building's occupants, only hashes leave the company; of drivers' lines, if they aren't named. */
const namesOthers = (kind: RecordKind, withDrivers: boolean) =>
  kind === 'alert' || (!withDrivers && !['positions', 'visit', 'pass', 'signature', 'weather'].includes(kind))

export interface RecordLine {
  kind: RecordKind
  event: string
  day: string
  /** Null once its content was erased, or if it names people other than the client. */
  line: string | null
  salt: string | null
  hash: string
  /** The day in whose tree it is, with the way to that tree's root; null until the next morning. */
  sealedOn: string | null
  path: Step[]
}

export interface Seal {
  day: string
  root: string
  before: string
  chain: string
}

interface Entry {
  seq: string
  day: string
  kind: RecordKind
  event: string
  line: string | null
  salt: Buffer | null
  hash: Buffer
}

/** Days after its own within which a line enters a tree (server/src/records/days.ts). */
const latestTree = 3

export async function readLines(
  work: Work,
  companyId: string,
  shown: Shown,
  from: string,
): Promise<{ lines: RecordLine[]; seals: Seal[] }> {
  const entries = await entriesOf(work, companyId, shown, from)
  const first = entries[0]?.day
  const last = entries.at(-1)?.day
  if (!first || !last) return { lines: [], seals: [] }
  const trees = await work.tx.sql<{ day: string; seqs: string[]; leaves: Buffer; root: Buffer; chain: Buffer; before: Buffer | null }>`
    select t.day::text as day, t.seqs::text[] as seqs, t.leaves, t.root, t.chain, (
      select b.chain from record_trees b where b.company_id = t.company_id and b.day < t.day order by b.day desc limit 1) as before
    from record_trees t
    where t.company_id = ${companyId} and t.day between ${first} and ${addDays(last, latestTree)}
    order by t.day`
  const proofs = new Map<string, { sealedOn: string; path: Step[] }>()
  const seals: Seal[] = []
  for (const { day, seqs, leaves, root, chain, before } of trees) {
    const places = new Map(seqs.map((seq, place) => [seq, place]))
    const own = entries.flatMap(({ seq }) => (places.has(seq) ? [{ seq, place: places.get(seq) ?? 0 }] : []))
    if (own.length === 0) continue
    const paths = pathsOf(
      splitLeaves(leaves),
      own.map(({ place }) => place),
    )
    for (const [i, { seq }] of own.entries()) proofs.set(seq, { sealedOn: day, path: paths[i] ?? [] })
    seals.push({ day, root: root.toString('hex'), before: (before ?? Buffer.alloc(32)).toString('hex'), chain: chain.toString('hex') })
  }
  const lines = entries.map(({ seq, salt, hash, line, ...entry }): RecordLine => {
    const isPrivate = namesOthers(entry.kind, shown.withDrivers)
    return {
      ...entry,
      line: isPrivate ? null : line,
      salt: isPrivate ? null : (salt?.toString('hex') ?? null),
      hash: hash.toString('hex'),
      sealedOn: proofs.get(seq)?.sealedOn ?? null,
      path: proofs.get(seq)?.path ?? [],
    }
  })
  return { lines, seals }
}

/** Batches of positions are replaced by larger ones: their lines are found by their track. */
const entriesOf = ({ tx }: Work, companyId: string, { ids, trackIds, alertIds }: Shown, from: string) =>
  tx.sql<Entry>`
    select e.seq::text as seq, e.day::text as day, e.kind, e.event, e.line, e.salt, e.hash
    from (
      select *
      from record_entries
      where company_id = ${companyId} and source_id = any(${[...ids, ...alertIds]}::text[]) and kind <> 'positions'
      union all
      select *
      from record_entries
      where company_id = ${companyId} and kind = 'positions' and day >= ${from} and line is not null
        and line::jsonb -> 'row' ->> 'track_id' = any(${trackIds}::text[])) e
    order by e.day, e.seq`

/** How to check a line, as its attachment says first. */
export const howToCheck = {
  format: 'bordee-registre-1',
  verifier: [
    'Empreinte d’une ligne\u00a0: SHA-256 de l’octet 00, du sel (en hexadécimal) et de la ligne en UTF-8, mis bout à bout.',
    'Chemin\u00a0: pour chaque étape, SHA-256 de l’octet 01, de l’empreinte de gauche et de celle de droite; ' +
      '«\u00a0side\u00a0» dit de quel côté est celle de l’étape. La dernière est la racine de la journée.',
    'Sceau\u00a0: SHA-256 de l’octet 02, du sceau de la veille, de la date (AAAA-MM-JJ) et de la racine. Il est publié à la page ' +
      'Vérification, et dans un courriel au propriétaire.',
    'Une ligne sans texte a été effacée (conservation, Loi 25), ou nomme des occupants\u00a0: son empreinte et son chemin restent.',
  ],
}
