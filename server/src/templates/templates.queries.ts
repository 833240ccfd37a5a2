// The company's contract templates, and their JSON.
import { notFound } from '@bordee/core/problem.ts'
import { type Template, template } from '@bordee/core/templates/template.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { dollars } from './service-lines.ts'

const { services, paymentSchedules } = template.shape

/** Selects a column `json`; `id` narrows it to one template. */
export const templateRows = (ctx: Ctx, id: string | null = null) => sql<{ json: Template }>`
  select ${jsonOf(template.shape, 't', {
    contractTemplatePaymentMethod: sql`t.payment_methods`,
    services: sql`coalesce((
      select json_agg(${jsonOf(services.element.shape, 'l', { price: dollars('l.price') })} order by l.position)
      from template_services l
      where l.company_id = t.company_id and l.template_id = t.id), '[]')`,
    paymentSchedules: sql`coalesce((
      select json_agg(${jsonOf(paymentSchedules.element.shape, 'p')} order by p.payment_date, p.position)
      from template_instalments p
      where p.company_id = t.company_id and p.template_id = t.id), '[]')`,
    isUsed: sql`exists (select from contracts k where k.company_id = t.company_id and k.contract_template_id = t.id)`,
  })} as json
  from contract_templates t
  where t.company_id = ${companyOf(ctx)} and (${id}::uuid is null or t.id = ${id}::uuid)
  order by t.name, t.id`

export async function findTemplate(ctx: Ctx, id: string): Promise<Template> {
  const found = await ctx.tx.row(templateRows(ctx, id))
  if (!found) throw notFound('Modèle de contrat')
  return found.json
}

/** Locks it until the request ends, then reads it. */
export async function lockTemplate(ctx: Ctx, id: string): Promise<Template> {
  await ctx.tx.sql`select id from contract_templates where company_id = ${companyOf(ctx)} and id = ${id} for update`
  return findTemplate(ctx, id)
}
