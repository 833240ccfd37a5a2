// The demo's drivers, and what a run of theirs leaves behind: positions, marks, an end.
import type { Position } from '@bordee/core/positions/packing.ts'
import { consentVersion } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { actingAs, type Ctx, type Work } from '../engine/ctx.ts'
import type { Driven } from '../onboarding/driving.ts'
import { takeOwnPositions } from '../runs/batches.ts'
import { mark } from '../runs/marks.ts'
import { quitRun } from '../runs/operators.ts'
import { startRun } from '../runs/starting.ts'
import { drive } from './driving.ts'
import { boreal } from './payments.ts'

export interface Driver {
  id: string
  email: string
  firstName: string
  lastName: string
  /** The text about positions that the driver agreed to, if not the current one. */
  agreedTo?: number
}

/** Nobody signs in as these: users drive as `equipe@bordee.demo`. Their ids are no demo account's. */
export const drivers: Driver[] = [
  { id: '0197a000-0000-7000-8000-000000000108', email: 'marc@bordee.demo', firstName: 'Marc', lastName: 'Fortin' },
  { id: '0197a000-0000-7000-8000-000000000109', email: 'lucie@bordee.demo', firstName: 'Lucie', lastName: 'Ouellet' },
]
/** He drives tonight until his phone falls silent. He has not agreed yet that dispatchers see where he is. */
export const silentDriver: Driver = {
  id: '0197a000-0000-7000-8000-000000000121',
  email: 'remi@bordee.demo',
  firstName: 'Rémi',
  lastName: 'Roy',
  agreedTo: 1,
}

/** Alone in a truck for the whole winter before this one. */
export const winterDriver: Driver = {
  id: '0197a000-0000-7000-8000-000000000123',
  email: 'sylvain@bordee.demo',
  firstName: 'Sylvain',
  lastName: 'Pelchat',
}

const largestBatch = 500
export const minute = 60_000

/** Also where no past runs are filled: the trucks on the road need drivers. */
export async function fillDrivers(work: Work) {
  for (const driver of [...drivers, silentDriver]) await fillDriver(work, driver)
}

export async function fillDriver({ tx }: Work, { id, email, firstName, lastName, agreedTo = consentVersion }: Driver) {
  await tx.sql`
    insert into accounts (id, email, first_name, last_name, current_company_id, is_demo, email_verified_at, created_at)
    values (${id}, ${email}, ${firstName}, ${lastName}, ${boreal}, true, now() - interval '14 months', now() - interval '14 months')
    on conflict do nothing`
  await tx.sql`insert into accesses (company_id, account_id, role) values (${boreal}, ${id}, 'employee') on conflict do nothing`
  await tx.sql`
    insert into position_consents (company_id, account_id, version, is_accepted)
    values (${boreal}, ${id}, ${agreedTo}, true)
    on conflict do nothing`
}

export const asDriver = (work: Work, { id: accountId, email }: Driver, now: Date): Ctx =>
  actingAs({ ...work, now }, { accountId, email, role: 'employee', companyId: boreal })

/** Clears every driveway but one, where a gate was closed or a car in the way. */
export async function fillRun(work: Work, driver: Driver, routeId: string, startedAt: Date, seed: number, kind: RunKind = 'full') {
  const runId = await startRun(asDriver(work, driver, startedAt), { routeId, kind, ...truckOf(driver) })
  const sites = await sitesOf(work, runId)
  const left = sites[(7 * seed) % sites.length]
  const track = drive(
    sites.filter((site) => site !== left),
    startedAt.getTime() + minute,
    seed,
  )
  await report(work, driver, runId, track)
  const finishedAt = new Date((track.at(-1)?.at ?? startedAt.getTime()) + minute)
  const ctx = asDriver(work, driver, finishedAt)
  if (left) {
    const note = seed % 2 === 0 ? 'Auto stationnée dans l’entrée, personne ne répond.' : null
    await mark(ctx, { runId, runSiteId: left.id, type: 'mark_as_not_done', reason: seed % 2 === 0 ? 'vehicle' : 'gate', note })
  }
  await endRun(work, ctx, runId)
}

/** A driver marks what the positions don't show: two driveways that nearly touch may count as one visit. */
export async function endRun(work: Work, ctx: Ctx, runId: string) {
  const missed = await work.tx.sql<{ id: string }>`
    select distinct run_site_id as id from run_areas where company_id = ${boreal} and run_id = ${runId} and state = 'todo'`
  for (const { id } of missed) await mark(ctx, { runId, runSiteId: id, type: 'mark_as_done', reason: null, note: null })
  await quitRun(ctx, runId, {})
}

/** The truck's number, and the number at which the office reaches its driver. */
export const truckOf = ({ id }: Driver) => ({ unit: id.slice(-2), phone: `41855501${id.slice(-2)}` })

/** In batches, as a phone sends them. */
export async function report(work: Work, driver: Driver, runId: string, track: readonly Position[]) {
  for (let first = 0; first < track.length; first += largestBatch) {
    const positions = track.slice(first, first + largestBatch)
    const ctx = asDriver(work, driver, new Date(positions.at(-1)?.at ?? 0))
    await takeOwnPositions(ctx, { companyId: boreal, runId, accountId: driver.id, source: 'phone', positions })
  }
}

export const sitesOf = ({ tx }: Work, runId: string) => tx.sql<Driven>`
  select s.id,
         case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end as location,
         (select json_agg(json_build_object('id', a.id, 'polygon', a.polygon) order by a.position)
          from run_areas a
          where a.company_id = s.company_id and a.run_site_id = s.id) as areas
  from run_sites s
  where s.company_id = ${boreal} and s.run_id = ${runId}
  order by s.sort_order`
