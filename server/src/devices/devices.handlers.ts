import { osmand } from '@bordee/core/devices/device.ts'
import type { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { readFields, readJson } from '@bordee/core/devices/osmand.ts'
import { conflict, forbidden, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import type { Posted } from '../engine/http/posted.ts'
import { Shares } from '../engine/http/shares.ts'
import { hashOf } from '../engine/secrets.ts'
import { isHolderAmong } from '../identity/identity.queries.ts'
import { lockDevice, openToStaff, readDevice, readDevices, readHeldDevice } from './devices.queries.ts'
import { isSigned, newKey } from './keys.ts'
import { takeReports } from './reports.ts'
import { keepSession, readTrackersSoon } from './trackers.jobs.ts'

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  async listDevices(ctx) {
    await openToStaff(ctx)
    return readDevices(ctx)
  },

  async getDevice(ctx, { id }) {
    await openToStaff(ctx)
    return readDevice(ctx, id)
  },

  async createDevice(ctx, { device: { name, userId = null } }) {
    const accountId = await findOperator(ctx, userId)
    const key = newKey(ctx.secrets)
    const id = await insert(ctx.tx, 'devices', {
      companyId: companyOf(ctx),
      accountId,
      name,
      type: osmand,
      keyHash: hashOf(key),
      assignedAt: ctx.now,
    })
    return withKey(ctx, id, key)
  },

  async updateDevice(ctx, { id, device = {}, companyId }) {
    await openToStaff(ctx)
    const held = await lockDevice(ctx, id)
    if (companyId !== undefined && companyId !== held.companyId) await assign(ctx, id, companyId, held.provider)
    if (device.userId && held.companyId !== companyOf(ctx)) throw conflict('Assignez d’abord cet appareil à une compagnie.')
    const accountId = await findOperator(ctx, device.userId ?? null)
    await ctx.tx.sql`
      update devices
      set name = coalesce(${device.name ?? null}, name),
          account_id = case when ${device.userId !== undefined} then ${accountId}::uuid else account_id end
      where id = ${id}`
    return readHeldDevice(ctx, id)
  },

  /** A provider's tracker is only unassigned: if deleted, the next look would bring it back. */
  async deleteDevice(ctx, { id }) {
    await openToStaff(ctx)
    const { provider } = await lockDevice(ctx, id)
    if (provider === osmand) await ctx.tx.sql`delete from devices where id = ${id}`
    else await moveTo(ctx, id, null)
    return null
  },

  async renewDeviceKey(ctx, { id }) {
    await openToStaff(ctx)
    const { provider } = await lockDevice(ctx, id)
    if (provider !== osmand) throw conflict('Cet appareil se rapporte à son fournisseur\u00a0: il n’a pas de clé.')
    const key = newKey(ctx.secrets)
    await ctx.tx.sql`update devices set key_hash = ${hashOf(key)} where id = ${id}`
    return withKey(ctx, id, key)
  },

  async hearDevice(ctx) {
    const reported = reportedBy(ctx.request.posted)
    if (!reported) throw notFound('Appareil')
    const key = { hash: hashOf(reported.key), isSigned: isSigned(ctx.secrets, reported.key) }
    await reportsOfOne.run(key.hash.toString('base64'), () => takeReports(ctx, key, reported.reports))
    return null
  },

  async getTrackerStatus({ tx, gateways }) {
    const [token] = await tx.sql<{ refreshedAt: Date }>`
      select refreshed_at as "refreshedAt" from tracker_tokens where provider = ${gateways.tracker.name}`
    return { hasToken: token !== undefined, lastRefreshedAt: token?.refreshedAt.toISOString() ?? null }
  },

  async setUpTracker(ctx, { email, password }) {
    const { tracker } = ctx.gateways
    const session = await tracker.signIn(email, password).catch((error: Error) => {
      console.error('Traceurs\u00a0:', error.message)
      throw new Problem(503, 'Le fournisseur de suivi ne répond pas. Réessayez dans un instant.')
    })
    if (!session) throw new Problem(422, 'Le fournisseur de suivi ne reconnaît pas ce courriel ou ce mot de passe.')
    await keepSession(ctx, session, { email, password })
    await readTrackersSoon(ctx)
    return null
  },
}

/** In the address, in a form, or in JSON. */
function reportedBy({ path, headers, body }: Posted) {
  const query = new URL(path, 'http://localhost').searchParams
  const type = String(headers['content-type'] ?? '')
  const text = body.toString('utf8')
  if (/json/i.test(type)) return readJson(text, query)
  return readFields(/form/i.test(type) ? new URLSearchParams([...query, ...new URLSearchParams(text)]) : query)
}

/** A broken tracker must not fill the others' queue. */
const reportsOfOne = new Shares(1, { maxWaiting: 50 })

/** Must be someone who works in the company. */
async function findOperator(ctx: Ctx, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const [found] = await ctx.tx.sql<{ accountId: string }>`
    select x.account_id as "accountId"
    from accesses x
    where x.company_id = ${companyOf(ctx)} and ${isHolderAmong('x', [userId])} and x.role in ('owner', 'employee')`
  if (!found) throw invalid({ device: { userId: 'Cet opérateur n’existe pas dans votre compagnie.' } })
  return found.accountId
}

/** Its earlier positions and its operator stay behind. */
async function assign(ctx: Ctx, id: string, companyId: string | null, provider: string) {
  if (!isPlatform(ctx.actor.role)) throw forbidden()
  if (provider === osmand) throw conflict('Seul un appareil du fournisseur de suivi peut être assigné à une compagnie.')
  const [company] = companyId ? await ctx.tx.sql`select from companies where id = ${companyId} and is_active` : [true]
  if (!company) throw notFound('Compagnie')
  await moveTo(ctx, id, companyId)
}

async function moveTo(ctx: Ctx, id: string, companyId: string | null) {
  await ctx.tx.scope({ companies: ctx.actor.companies, account: ctx.actor.accountId, platform: true })
  await ctx.tx.sql`
    update devices
    set company_id = ${companyId},
        account_id = null,
        latest_points = '[]',
        assigned_at = ${ctx.now},
        heard_until = ${ctx.now}
    where id = ${id}`
}

async function withKey(ctx: Ctx, id: string, key: string) {
  const { jsonText } = await readDevice(ctx, id)
  return { jsonText: JSON.stringify({ ...JSON.parse(jsonText), key }) }
}
