// The provider's trackers: read every minute, with one token that is renewed before it expires.
import { conflict } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { type Worker, worker } from '../engine/jobs/jobs.ts'
import {
  SessionOver,
  type TrackedConfig,
  type TrackedDevice,
  type TrackedPosition,
  type TrackerSession,
} from '../outside/trackers/trackers.ts'
import { hasRefused } from '../positions/presence.ts'
import { type AssignedDevice, joinRuns, latestOf } from './reports.ts'

const readTrackers = jobKind<object>('devices.trackers', {
  urgent: true,
  outside: true,
  cron: '* * * * *',
  onePer: () => 'all',
})

export const readTrackersSoon = (work: Work) => work.later(readTrackers, {})

interface Credentials {
  email: string
  password: string
}

/** Milliseconds before its expiry at which a session is renewed. */
const renewedBefore = 24 * 3_600_000
/** Positions of one tracker per look; the rest follow in a minute. */
const mostPositions = 500

export async function keepSession({ tx, secrets, gateways, now }: Work, session: TrackerSession, credentials: Credentials) {
  await tx.sql`
    insert into tracker_tokens (provider, sealed, refreshed_at, expires_at)
    values (${gateways.tracker.name}, ${secrets.seal('tracker', { session, credentials })}, ${now}, ${session.expiresAt})
    on conflict (provider) do update
    set sealed = excluded.sealed,
        refreshed_at = excluded.refreshed_at,
        expires_at = excluded.expires_at`
}

/** Null until platform staff have signed in. */
async function readSession({ tx, secrets, gateways }: Work) {
  const [kept] = await tx.sql<{ sealed: string; expiresAt: Date | null }>`
    select sealed, expires_at as "expiresAt" from tracker_tokens where provider = ${gateways.tracker.name}`
  return kept ? { ...secrets.unseal<{ session: TrackerSession; credentials: Credentials }>('tracker', kept.sealed), ...kept } : null
}

async function renew(work: Work, credentials: Credentials): Promise<TrackerSession> {
  const session = await work.gateways.tracker.signIn(credentials.email, credentials.password)
  if (!session) throw conflict('Le fournisseur de suivi ne reconnaît plus le courriel ou le mot de passe de la plateforme.')
  await work.aside((own) => keepSession(own, session, credentials))
  return session
}

async function readAll(work: Work) {
  const kept = await work.aside(readSession)
  if (!kept) return
  const isEnding = kept.expiresAt !== null && kept.expiresAt.getTime() - work.now.getTime() < renewedBefore
  const session = isEnding ? await renew(work, kept.credentials) : kept.session
  try {
    await readWith(work, session)
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error
    await readWith(work, await renew(work, kept.credentials))
  }
}

async function readWith(work: Work, session: TrackerSession) {
  const { tracker } = work.gateways
  for (const tracked of await tracker.devices(session)) {
    try {
      const device = await work.aside((own) => put(own, tracked))
      if (device.isConfigOld) {
        const config = await tracker.config(session, tracked.id)
        await work.aside((own) => writeConfig(own, device.id, config))
      }
      if (device.companyId === null || !device.isActive) continue
      const positions = await tracker.positions(session, tracked.id, device.heardUntil, mostPositions)
      const { companyId } = device
      if (positions.length > 0) await work.aside((own) => take(own, companyId, device.id, positions))
    } catch (error) {
      // One failing tracker must not keep the others waiting.
      if (error instanceof SessionOver) throw error
      console.error('Traceurs\u00a0:', tracked.id, (error as Error).message)
    }
  }
}

interface Known {
  id: string
  companyId: string | null
  isActive: boolean
  heardUntil: Date
  isConfigOld: boolean
}

/** A tracker seen for the first time belongs to nobody. The name that the office gave it stays. */
async function put({ tx, gateways, now }: Work, tracked: TrackedDevice): Promise<Known> {
  await tx.scope({ platform: true })
  const [device] = await tx.sql<Known>`
    with device as (
      insert into devices (
        name, type, provider, provider_id, active, battery_voltage, current_mode, bt_mac_address, imei, last_connection, heard_until)
      values (
        ${tracked.name}, ${tracked.type}, ${gateways.tracker.name}, ${tracked.id}, ${tracked.active}, ${tracked.batteryVoltage},
        ${tracked.currentMode}, ${tracked.btMacAddress}, ${tracked.imei}, ${tracked.lastConnection}, ${now})
      on conflict (provider, provider_id) do update
      set type = excluded.type,
          active = excluded.active,
          battery_voltage = excluded.battery_voltage,
          current_mode = excluded.current_mode,
          bt_mac_address = excluded.bt_mac_address,
          imei = excluded.imei,
          last_connection = excluded.last_connection
      returning id, company_id, heard_until, config_read_at)
    select d.id,
           d.company_id as "companyId",
           coalesce(c.is_active and c.archived_at is null and c.geolocation_is_active, false) as "isActive",
           d.heard_until as "heardUntil",
           coalesce(d.config_read_at < ${now}::timestamptz - interval '1 hour', true) as "isConfigOld"
    from device d
    left join companies c on c.id = d.company_id`
  if (!device) throw new Error('A tracker was not written')
  return device
}

async function writeConfig({ tx, now }: Work, id: string, { interval, movementSensitivity, currentFW }: TrackedConfig) {
  await tx.scope({ platform: true })
  await tx.sql`
    update devices
    set interval = ${interval},
        movement_sensitivity = ${movementSensitivity},
        current_fw = ${currentFW},
        config_read_at = ${now}
    where id = ${id}`
}

/** In the scope of the company that had it when it was read; if it has moved since, nothing is written. */
async function take(work: Work, companyId: string, id: string, positions: readonly TrackedPosition[]) {
  await work.tx.scope({ companies: [companyId] })
  const [device] = await work.tx.sql<AssignedDevice>`
    select id, company_id as "companyId", account_id as "accountId", assigned_at as "assignedAt", latest_points as "latestPoints",
           ${hasRefused('devices')} as "hasRefused"
    from devices
    where company_id = ${companyId} and id = ${id}
    for update`
  if (!device) return
  const since = device.assignedAt?.getTime() ?? 0
  const own = positions.filter(({ at }) => at >= since)
  const battery = positions.findLast((position) => position.battery !== null)?.battery ?? null
  await work.tx.sql`
    update devices
    set heard_until = ${new Date(Math.min(work.now.getTime(), Math.max(...positions.map(({ at }) => at))))}, -- clocks may be fast
        battery_pct = coalesce(${battery}, battery_pct),
        latest_points = ${JSON.stringify(device.hasRefused ? [] : latestOf(device.latestPoints, own, work.now))}
    where company_id = ${companyId} and id = ${id}`
  await joinRuns(work, device, own)
}

/** If the provider is down, the next look is in a minute: a failure needs no attention. */
const readAllOrLog = (work: Work) => readAll(work).catch((error: Error) => console.error('Traceurs\u00a0:', error.message))

export const deviceWorkers: Worker[] = [worker(readTrackers, readAllOrLog)]
