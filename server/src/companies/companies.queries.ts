import type { JsonText } from '@bordee/core/call.ts'
import {
  alertConfig,
  type Company,
  company,
  companyCard,
  contractConfig,
  geolocationConfig,
  quoteConfig,
} from '@bordee/core/companies/company.ts'
import { moduleRequest } from '@bordee/core/companies/module-request.ts'
import { operationConfig } from '@bordee/core/operations/operation-config.ts'
import { photoConfig } from '@bordee/core/photos/photo.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type ActingRole, runsCompany } from '@bordee/core/roles.ts'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { isTrial } from '../identity/identity.queries.ts'
import { provenCompany, provenCompanyEmail } from '../identity/owners.ts'

/** A company as JSON, from its columns by the schema's keys; only what isn't a plain column is listed here. */
export function companyJson(role: ActingRole, { withLogo = true } = {}): Sql<Company> {
  const isAdmin = runsCompany(role)
  const quote = isAdmin ? quoteConfig : quoteConfig.pick({ isActive: true })
  return jsonOf(isAdmin ? company.shape : companyCard.shape, 'c', {
    ...(!withLogo && { logo: sql`null::text` }),
    isProven: provenCompany,
    isTrial,
    isEmailProven: provenCompanyEmail,
    moduleRequests: sql`coalesce((
      select json_agg(${jsonOf(moduleRequest.shape, 'r')} order by r.asked_at, r.module)
      from module_requests r
      where r.company_id = c.id), '[]')`,
    importAskedAt: sql`(select r.asked_at from import_requests r where r.company_id = c.id and r.status = 'pending')`,
    location: sql`case when c.lat is not null then json_build_object('lat', c.lat, 'lng', c.lng) end`,
    sectorConfig: jsonOf(companyCard.shape.sectorConfig.shape, 'c'),
    alertConfig: jsonOf(alertConfig.shape, 'c', {}, 'alert_'),
    contractConfig: jsonOf(contractConfig.shape, 'c', {}, 'contract_'),
    geolocationConfig: jsonOf(geolocationConfig.shape, 'c', {}, 'geolocation_'),
    operationConfig: jsonOf(operationConfig.shape, 'c', {}, 'operation_'),
    photoConfig: jsonOf(photoConfig.shape, 'c', {}, 'photo_'),
    quoteConfig: sql`case when c.quote_is_active is not null then ${jsonOf(quote.shape, 'c', {}, 'quote_')} end`,
  })
}

export async function readCompany({ tx }: Work, id: string, role: ActingRole): Promise<JsonText<Company>> {
  const found = await tx.jsonOne(sql<{ json: Company }>`select ${companyJson(role)} as json from companies c where c.id = ${id}`)
  if (!found) throw notFound('Compagnie')
  return found
}
