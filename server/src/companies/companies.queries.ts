import type { JsonText } from '@bordee/core/call.ts'
import { alertConfig, type Company, company, companyDetailKeys, contractConfig, geolocationConfig } from '@bordee/core/companies/company.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Role, runsCompany } from '@bordee/core/roles.ts'
import { jsonFields } from '../engine/columns.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/sql.ts'

/** A company as JSON, read from its columns by the schema's keys; only what is not a plain column is said here. */
export function companyJson(role: Role, { withLogo = true } = {}) {
  const isAdmin = runsCompany(role)
  const nested = ['logo', 'location', 'sectorConfig', 'alertConfig', 'contractConfig', 'geolocationConfig', 'quoteConfig']
  const hidden = isAdmin ? [] : companyDetailKeys
  const config = (shape: Record<string, unknown>, prefix: string) => sql`jsonb_build_object(${jsonFields(shape, 'c', { prefix })})`
  return sql<Company>`
    jsonb_build_object(${jsonFields(company.shape, 'c', { except: [...nested, ...hidden] })})
    || jsonb_build_object(
      'logo', ${withLogo ? sql`c.logo` : sql`null::text`},
      'sectorConfig', jsonb_build_object('sectorType', c.sector_type),
      'alertConfig', ${config(alertConfig.shape, 'alert_')},
      'contractConfig', ${config(contractConfig.shape, 'contract_')},
      'geolocationConfig', ${config(geolocationConfig.shape, 'geolocation_')},
      'quoteConfig', case when c.quote_is_active is not null then
        jsonb_build_object('isActive', c.quote_is_active) ${isAdmin ? sql`|| jsonb_build_object('polygon', c.quote_polygon)` : sql``} end)
    ${isAdmin ? sql`|| jsonb_build_object('location', case when c.lat is not null then jsonb_build_object('lat', c.lat, 'lng', c.lng) end)` : sql``}`
}

export async function readCompany({ tx }: Work, id: string, role: Role): Promise<JsonText<Company>> {
  const found = await tx.jsonOne(sql<{ json: Company }>`select ${companyJson(role)} as json from companies c where c.id = ${id}`)
  if (!found) throw notFound('Compagnie')
  return found
}
