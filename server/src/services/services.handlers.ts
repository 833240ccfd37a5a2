import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Service, service } from '@bordee/core/services/service.ts'
import type { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert } from '../engine/db/writing.ts'

export const serviceHandlers: Handlers<typeof serviceCalls> = {
  listServices: (ctx) => ctx.tx.jsonList(sql<{ json: Service }>`${serviceRows(ctx)} order by s.name, s.id`),

  async createService(ctx, { service }) {
    return readService(ctx, await insert(ctx.tx, 'services', { ...service, companyId: companyOf(ctx) }))
  },

  async updateService(ctx, { id, service }) {
    await change(ctx.tx, 'services', { id, companyId: companyOf(ctx) }, service)
    return readService(ctx, id)
  },

  async deleteService(ctx, { id }) {
    const companyId = companyOf(ctx)
    const [used] = await ctx.tx.sql<{ areas: boolean; routes: boolean; templates: boolean }>`
      select exists (select from area_services a where a.company_id = s.company_id and a.service_id = s.id) as areas,
             exists (select from route_services r where r.company_id = s.company_id and r.service_id = s.id) as routes,
             exists (select from template_services t where t.company_id = s.company_id and t.service_id = s.id) as templates
      from services s where s.id = ${id} and s.company_id = ${companyId} for update`
    if (!used) throw notFound('Service')
    const by = used.areas ? 'une zone' : used.routes ? 'un trajet' : used.templates ? 'un modèle de contrat' : null
    if (by) throw conflict(`Ce service est utilisé par ${by}\u00a0: il ne peut pas être supprimé.`)
    await ctx.tx.sql`delete from services where id = ${id} and company_id = ${companyId}`
    return null
  },
}

const serviceRows = (ctx: Ctx) => sql<{ json: Service }>`
  select ${jsonOf(service.shape, 's')} as json from services s where s.company_id = ${companyOf(ctx)}`

async function readService(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(sql<{ json: Service }>`${serviceRows(ctx)} and s.id = ${id}`)
  if (!found) throw notFound('Service')
  return found
}
