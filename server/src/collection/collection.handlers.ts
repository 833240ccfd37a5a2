import type { CollectionNoteFields, StopFields } from '@bordee/core/collection/ageing.ts'
import type { collectionCalls } from '@bordee/core/collection/collection.calls.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { formatDate } from '@bordee/core/time.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { without } from '../engine/db/writing.ts'
import { agedClients, clientAgeingOf, dayOf } from './ageing.ts'

export const collectionHandlers: Handlers<typeof collectionCalls> = {
  async listAgeing(ctx) {
    const { day, clients } = await agedClients(ctx)
    return { day, clients: clients.map((client) => without(client, 'items')) }
  },

  getClientAgeing: (ctx, { clientId }) => clientAgeingOf(ctx, clientId),

  async addCollectionNote(ctx, { note }) {
    await lockClient(ctx, note.clientId)
    await addNote(ctx, note)
    return clientAgeingOf(ctx, note.clientId)
  },

  async stopService(ctx, { stop }) {
    await lockClient(ctx, stop.clientId)
    await stopFrom(ctx, stop)
    return clientAgeingOf(ctx, stop.clientId)
  },

  async resumeService(ctx, { id, stop: { untilDay } }) {
    const clientId = await resumeOn(ctx, id, untilDay)
    return clientAgeingOf(ctx, clientId)
  },
}

/** Of two who stop the same service at once, the second sees what the first did. */
async function lockClient(ctx: Ctx, clientId: string) {
  const [client] = await ctx.tx.sql`select from clients where company_id = ${companyOf(ctx)} and id = ${clientId} for no key update`
  if (!client) throw notFound('Client')
}

/** The id is the sender's: sent again, it is the same note. */
async function addNote(ctx: Ctx, { id, clientId, text, followUpOn }: CollectionNoteFields) {
  const companyId = companyOf(ctx)
  const [made] = await ctx.tx.sql`
    insert into collection_notes (id, company_id, client_id, text, follow_up_on, written_by, created_at)
    values (${id}, ${companyId}, ${clientId}, ${text}, ${followUpOn}, ${ctx.actor.email}, ${ctx.now})
    on conflict (company_id, id) do nothing
    returning id`
  if (made) return ctx.publish(companyId, { topic: 'collection' })
  const [same] = await ctx.tx.sql`
    select from collection_notes
    where company_id = ${companyId} and id = ${id} and client_id = ${clientId} and text = ${text}
      and follow_up_on is not distinct from ${followUpOn}::date`
  if (!same) throw keyUsed()
}

async function stopFrom(ctx: Ctx, { id, clientId, fromDay }: StopFields) {
  const companyId = companyOf(ctx)
  const [known] = await ctx.tx.sql<{ isSame: boolean }>`
    select client_id = ${clientId} and from_day = ${fromDay}::date as "isSame"
    from service_stops
    where company_id = ${companyId} and id = ${id}`
  if (known && !known.isSame) throw keyUsed()
  if (known) return
  const today = await dayOf(ctx, companyId)
  if (fromDay < today) throw invalid({ stop: { fromDay: 'Le service ne peut pas être suspendu dans le passé.' } })
  await refuseOverlap(ctx, { id, clientId, fromDay, untilDay: null })
  await ctx.tx.sql`
    insert into service_stops (id, company_id, client_id, from_day, stopped_by, created_at)
    values (${id}, ${companyId}, ${clientId}, ${fromDay}, ${ctx.actor.email}, ${ctx.now})`
  await audit(ctx, 'service-stopped', { clientId, fromDay })
  await tell(ctx, companyId, clientId)
}

/** One stop at a time: resuming the service ends all of it. The client is locked. */
async function refuseOverlap(ctx: Ctx, { id, clientId, fromDay, untilDay }: StopFields & { untilDay: string | null }) {
  const [other] = await ctx.tx.sql<{ fromDay: string }>`
    select from_day::text as "fromDay"
    from service_stops
    where company_id = ${companyOf(ctx)} and client_id = ${clientId} and id <> ${id} and from_day < coalesce(until_day, 'infinity')
      and coalesce(until_day, 'infinity') > ${fromDay}::date and from_day < coalesce(${untilDay}::date, 'infinity')`
  if (other)
    throw conflict(`Le service de ce client est déjà suspendu, depuis le ${formatDate(other.fromDay)}.`, { code: 'service-stopped' })
}

/** On the first day itself the stop never was. */
async function resumeOn(ctx: Ctx, id: string, untilDay: string): Promise<string> {
  const companyId = companyOf(ctx)
  const [stop] = await ctx.tx.sql<{ clientId: string; fromDay: string; untilDay: string | null }>`
    select client_id as "clientId", from_day::text as "fromDay", until_day::text as "untilDay"
    from service_stops
    where company_id = ${companyId} and id = ${id}
    for update`
  if (!stop) throw notFound('Suspension')
  if (stop.untilDay === untilDay) return stop.clientId
  await lockClient(ctx, stop.clientId)
  const today = await dayOf(ctx, companyId)
  if (stop.untilDay !== null && stop.untilDay <= today)
    throw conflict(`Le service a déjà repris, le ${formatDate(stop.untilDay)}.`, { code: 'service-resumed' })
  if (untilDay < today || untilDay < stop.fromDay)
    throw invalid({ stop: { untilDay: 'Le service ne peut pas reprendre dans le passé, ni avant sa suspension.' } })
  await refuseOverlap(ctx, { ...stop, id, untilDay })
  await ctx.tx.sql`
    update service_stops
    set until_day = ${untilDay}, resumed_by = ${ctx.actor.email}
    where company_id = ${companyId} and id = ${id}`
  await audit(ctx, 'service-resumed', { clientId: stop.clientId, untilDay })
  await tell(ctx, companyId, stop.clientId)
  return stop.clientId
}

/** The phones and the boards that show one of the client's sites. */
async function tell(ctx: Ctx, companyId: string, clientId: string) {
  ctx.publish(companyId, { topic: 'collection' })
  const runs = await ctx.tx.sql<{ id: string }>`
    select distinct r.id
    from runs r
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id
    join sites i on i.company_id = s.company_id and i.id = s.site_id
    where r.company_id = ${companyId} and r.finished_at is null and i.client_id = ${clientId}`
  for (const { id: runId } of runs) ctx.publish(companyId, { topic: 'runs', runId })
  const operations = await ctx.tx.sql<{ id: string }>`select id from operations where company_id = ${companyId} and closed_at is null`
  for (const { id: operationId } of operations) ctx.publish(companyId, { topic: 'operations', operationId })
}

const keyUsed = () => conflict('Cette clé a déjà servi à autre chose.', { code: 'id-used' })
