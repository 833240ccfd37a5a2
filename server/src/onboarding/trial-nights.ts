// A trial night: made in one transaction, driven on by whoever looks, erased as a whole (docs/decisions/0072-trial-nights.md).
import { modelsFor } from '@bordee/core/messages/message.ts'
import { asksReason } from '@bordee/core/messages/variables.ts'
import type { TrialNight } from '@bordee/core/onboarding/trial-night.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { conflict } from '@bordee/core/problem.ts'
import { consentVersion } from '@bordee/core/runs/run.ts'
import { insertClient } from '../clients/client-changes.ts'
import { eraseTrialCompany, insertTrialCompany, nowhereMail } from '../companies/trial-company.ts'
import { audit } from '../engine/audit.ts'
import { actingAs, type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { insertAccess, insertOwnerAccess } from '../identity/access-rows.ts'
import { insertAccount, setCurrentCompany } from '../identity/account-rows.ts'
import { lockAccount } from '../identity/identity.queries.ts'
import { insertMessage } from '../messages/messages.handlers.ts'
import { insertOccupants } from '../occupants/occupants.queries.ts'
import { insertRoute } from '../routes/routes.handlers.ts'
import { takeOwnPositions } from '../runs/batches.ts'
import { answerConsent } from '../runs/consents.ts'
import { quitRun } from '../runs/operators.ts'
import { startRun } from '../runs/starting.ts'
import { insertSite } from '../sites/site-changes.ts'
import { chosenRoutes, exampleRoute, type TrialRoute, type TrialStop, type TrialText } from './trial-stops.ts'
import { type Driven, driveInTime } from './trial-tracks.ts'

/** One of its trucks, as it is stored. */
interface Truck {
  runId: string
  driver: Driver
  track: Position[]
}

interface Driver {
  id: string
  email: string
}

/** Seconds between the start and the first position. */
const firstMove = 2

export async function startNight(ctx: Ctx, routeId: string | null): Promise<string> {
  const startedAt = new Date(ctx.now.getTime() + firstMove * 1000)
  const known = await ctx.aside((own) => findOwn(own, ctx.actor.accountId))
  if (known && isThis(known, ctx)) return enter(ctx, known.id)
  const routes = await ctx.aside(({ tx }) => readRoutes({ ...ctx, tx }, routeId))
  const driven: Driven[] = []
  for (const { stops } of routes) driven.push(await driveInTime(ctx, stops, startedAt))
  await lockAccount(ctx, { id: ctx.actor.accountId }) // of two tabs, the second finds what the first made
  const meanwhile = await findOwn(ctx, ctx.actor.accountId)
  if (meanwhile && isThis(meanwhile, ctx)) return enter(ctx, meanwhile.id)
  await refuseWhileDriving(ctx)
  await audit(ctx, 'trial-night', { routeId })
  if (meanwhile) await eraseNight(ctx, meanwhile.id) // of another company of theirs, or long over
  return make(ctx, routes, driven)
}

const readRoutes = async (ctx: Ctx, routeId: string | null) => (routeId === null ? [await exampleRoute(ctx)] : chosenRoutes(ctx, routeId))

interface OwnNight {
  id: string
  trialOf: string
  isOpen: boolean
}

/** At most one: of whichever company. */
async function findOwn({ tx }: Pick<Work, 'tx'>, accountId: string): Promise<OwnNight | undefined> {
  await tx.scope({ account: accountId })
  const [night] = await tx.sql<OwnNight>`
    select c.id, c.trial_of as "trialOf", c.trial_ends_at > now() as "isOpen"
    from accesses x
    join companies c on c.id = x.company_id
    where x.account_id = ${accountId} and c.trial_of is not null`
  return night
}

const isThis = ({ id, trialOf, isOpen }: OwnNight, ctx: Ctx) => isOpen && [id, trialOf].includes(companyOf(ctx))

export const hasNight = async (ctx: Ctx): Promise<boolean> => {
  const night = await findOwn(ctx, ctx.actor.accountId)
  return night !== undefined && isThis(night, ctx)
}

async function enter(ctx: Ctx, companyId: string): Promise<string> {
  await setCurrentCompany(ctx.tx, ctx.actor.accountId, companyId)
  return companyId
}

/** They would be taken out of a run that real people wait for. */
async function refuseWhileDriving(ctx: Ctx) {
  await ctx.tx.scope({ companies: ctx.actor.companies, account: ctx.actor.accountId })
  const [driving] = await ctx.tx.sql`
    select from run_operators where company_id = ${companyOf(ctx)} and account_id = ${ctx.actor.accountId} and is_present limit 1`
  if (driving) throw conflict('Terminez d’abord la tournée que vous conduisez.', { code: 'run-active' })
}

/** Stops before the truck comes that residents are told, at least: there must be something to see. */
const fewestAhead = 2

async function make(ctx: Ctx, routes: readonly TrialRoute[], driven: readonly Driven[]): Promise<string> {
  const { accountId, email } = ctx.actor
  const companyId = await insertTrialCompany(ctx, companyOf(ctx))
  await insertOwnerAccess(ctx.tx, companyId, accountId)
  await enter(ctx, companyId)
  const owner = actingAs(ctx, { accountId, email, role: 'owner', companyId })
  const messageOf = storedOnce(owner)
  const phones = fictitiousPhones()
  const started: { routeId: string; track: Position[] }[] = []
  for (const [i, { name, siteBefore, message, initialMessage }] of routes.entries()) {
    const sites: string[] = []
    for (const stop of driven[i]?.stops ?? []) sites.push(await copyStop(owner, stop, phones))
    const routeId = await insertRoute(owner, {
      name,
      hasAlerts: true,
      siteBefore: Math.max(fewestAhead, siteBefore),
      message: await messageOf(usable(message) ?? (await usualText(owner))),
      initialMessage: usable(initialMessage) ? await messageOf(usable(initialMessage) as TrialText) : null,
      sites: sites.map((site, sortOrder) => ({ site, sortOrder })),
    })
    started.push({ routeId, track: driven[i]?.track ?? [] })
  }
  // Only now: the operation that the first run opens has all the routes.
  const trucks: Truck[] = []
  for (const [i, { routeId, track }] of started.entries()) {
    const driver = await insertDriver(owner, i)
    const runId = await startRun(asDriver(owner, driver), { routeId, kind: 'full', unit: `Essai ${i + 1}` })
    trucks.push({ runId, driver, track })
  }
  await ctx.tx.sql`insert into trial_nights (company_id, tracks) values (${companyId}, ${JSON.stringify(trucks)})`
  return companyId
}

const usable = (text: TrialText | null) => (text && !asksReason(text.long) ? text : null)

/** « Passage imminent », of the platform's models. */
async function usualText(ctx: Ctx): Promise<TrialText> {
  const [company] = await ctx.tx.sql<{ name: string }>`select name from companies where id = ${companyOf(ctx)}`
  const [soon] = modelsFor(company?.name ?? '')
  return soon as TrialText
}

/** Two routes may send the same message. */
function storedOnce(ctx: Ctx) {
  const known = new Map<string, string>()
  return async ({ short, long }: TrialText): Promise<string> => {
    const id = known.get(long) ?? (await insertMessage(ctx, { short, long, model: null, isActive: true }))
    known.set(long, id)
    return id
  }
}

/** 555-0100 to 555-0199 belong to nobody in any area code. */
const areaCodes = ['418', '581', '367']
function fictitiousPhones(): () => string {
  let given = 0
  return () => {
    const n = given++
    return `${areaCodes[Math.floor(n / 100) % areaCodes.length]}55501${String(n % 100).padStart(2, '0')}`
  }
}

/** Without e-mails, phones and notes: what a trial night doesn't have can't leave it. */
async function copyStop(ctx: Ctx, stop: TrialStop, phone: () => string): Promise<string> {
  const { clientName, siteName, type, civicNumber, street, city, location, areas } = stop
  const customerId = await insertClient(ctx, { name: clientName, type })
  const address = { civicNumber, street, city, location }
  const drawn = areas.map(({ name, polygon }) => ({ name, polygon: [...polygon], notes: null, indicators: [], services: [] }))
  const siteId = await insertSite(ctx, { name: siteName, customerId, type, address, areas: drawn })
  const nobody = { firstName: null, lastName: clientName.slice(0, 50), alertMethod: 'sms' as const }
  const residents = stop.residents.length > 0 ? stop.residents : [nobody]
  await insertOccupants(
    ctx,
    siteId,
    residents.map((resident) => ({ ...resident, phone: phone() })),
  )
  return siteId
}

/** Nobody can sign in as these. */
const driverNames = [
  { firstName: 'Camion', lastName: 'd’essai 1' },
  { firstName: 'Camion', lastName: 'd’essai 2' },
]

async function insertDriver(owner: Ctx, i: number): Promise<Driver> {
  const companyId = companyOf(owner)
  const email = nowhereMail(`camion-${i + 1}.${companyId}`)
  const names = driverNames[i] ?? { firstName: 'Camion', lastName: 'd’essai' }
  const id = await insertAccount(owner.tx, { email, ...names, passwordHash: null, currentCompanyId: companyId })
  await insertAccess(owner.tx, { companyId, accountId: id, role: 'employee', givenTo: email, withAccount: true })
  const driver = { id, email }
  await answerConsent(asDriver(owner, driver), true, consentVersion)
  return driver
}

const asDriver = (ctx: Ctx, { id, email }: Driver): Ctx =>
  actingAs(ctx, { accountId: id, email, role: 'employee', companyId: companyOf(ctx) })

/** Reports where the trucks are by now. Of two tabs, the second finds it done. */
export async function driveOn(ctx: Ctx) {
  const companyId = companyOf(ctx)
  const [night] = await ctx.tx.sql<{ tracks: Truck[] }>`select tracks from trial_nights where company_id = ${companyId} for update`
  if (!ctx.actor.isTrial || !night) throw conflict('Aucune nuit d’essai n’est en cours.', { code: 'no-trial-night' })
  for (const { runId, driver, track } of night.tracks) {
    const [present] = await ctx.tx.sql<{ lastAt: Date | null }>`
      select (select max(t.last_at) from run_tracks t where t.company_id = o.company_id and t.operator_id = o.id) as "lastAt"
      from run_operators o
      where o.company_id = ${companyId} and o.run_id = ${runId} and o.account_id = ${driver.id} and o.is_present`
    if (!present) continue
    const [since, now] = [present.lastAt?.getTime() ?? 0, ctx.now.getTime()]
    const positions = track.filter(({ at }) => at > since && at <= now)
    if (positions.length > 0) await takeOwnPositions(ctx, { companyId, runId, accountId: driver.id, source: 'phone', positions })
    if (now > (track.at(-1)?.at ?? 0)) await quitRun(asDriver(ctx, driver), runId, {})
  }
}

/** Messages shown; the newest. */
const mostMessages = 50

export async function readNight({ tx, now }: Work, companyId: string): Promise<TrialNight> {
  await tx.scope({ companies: [companyId] })
  const [night] = await tx.sql<Omit<TrialNight, 'isOver' | 'startedAt' | 'endsAt'> & { startedAt: Date; endsAt: number }>`
    select c.created_at as "startedAt",
           (select max((p ->> 'at')::float8)
            from jsonb_array_elements(n.tracks) t
            cross join jsonb_array_elements(t -> 'track') p) as "endsAt",
           (select o.id from operations o where o.company_id = c.id order by o.opened_at limit 1) as "operationId",
           (select count(*)::int from run_sites s where s.company_id = c.id) as "stopsCount",
           (select count(*)::int
            from run_sites s
            where s.company_id = c.id and not exists (
              select from run_areas a where a.company_id = s.company_id and a.run_site_id = s.id and a.state = 'todo')) as "doneCount",
           (select count(*)::int
            from alert_deliveries d
            where d.company_id = c.id and d.status not in ('cancelled', 'failed')) as "messagesCount",
           coalesce((
             select json_agg(m)
             from (
               select d.id,
                      d.site_name as "siteName",
                      coalesce(nullif(concat_ws(' ', d.first_name, d.last_name), ''), d.client_name) as name,
                      d.phone,
                      coalesce(d.message, s.message) as text,
                      to_json(d.created_at) as at
               from alert_deliveries d
               join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
               where d.company_id = c.id and d.status not in ('cancelled', 'failed')
               order by d.created_at desc, d.id desc
               limit ${mostMessages}) m), '[]') as messages
    from companies c
    join trial_nights n on n.company_id = c.id
    where c.id = ${companyId}`
  if (!night) throw conflict('Aucune nuit d’essai n’est en cours.', { code: 'no-trial-night' })
  const messages = night.messages.map((message) => ({ ...message, at: new Date(message.at).toISOString() }))
  const [startedAt, endsAt] = [night.startedAt.toISOString(), new Date(night.endsAt).toISOString()]
  return { ...night, messages, startedAt, endsAt, isOver: now.getTime() > night.endsAt }
}

export async function endNight(ctx: Ctx) {
  await lockAccount(ctx, { id: ctx.actor.accountId })
  const night = await findOwn(ctx, ctx.actor.accountId)
  if (night) await eraseNight(ctx, night.id)
}

/** Waits for a truck that is just reporting: it holds the night first, as this does. */
export async function eraseNight({ tx }: Pick<Work, 'tx'>, companyId: string) {
  await tx.scope({ companies: [companyId] })
  await tx.sql`select from trial_nights where company_id = ${companyId} for update`
  await eraseTrialCompany({ tx }, companyId)
}
