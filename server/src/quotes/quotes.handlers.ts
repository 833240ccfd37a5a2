import { type Admission, quoteConfig } from '@bordee/core/companies/company.ts'
import type { Point } from '@bordee/core/geo.ts'
import { conflict, forbidden, invalid, notFound } from '@bordee/core/problem.ts'
import { maxOrigins, tooManyOrigins } from '@bordee/core/quotes/quote-request.ts'
import type { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { sectorRefusal } from '@bordee/core/quotes/sector-limits.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import type * as z from 'zod'
import { readClient } from '../clients/clients.queries.ts'
import { admissionAskedLetter } from '../companies/companies.letters.ts'
import { changeQuoteConfig, type QuoteColumns } from '../companies/company-settings.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { staffEmails } from '../identity/owners.ts'
import { makeFolder } from './folders-of-quotes.ts'
import { quoteRows, readQuote, recipientsOf, takesRequests, unmatchedRows } from './quotes.queries.ts'
import { submit, withdraw } from './submitting.ts'

export const quoteHandlers: Handlers<typeof quoteCalls> = {
  async submitQuote(ctx, { quoteRequest: quote, companyId, requestId }) {
    return { companies: await submit(ctx, { quote, companyId, requestId }) }
  },

  async listQuoteRecipients(ctx, { lat, lng, companyId }) {
    await ctx.tx.scope({ platform: true })
    return (await recipientsOf(ctx, { lat, lng }, companyId)).map(({ name }) => ({ name }))
  },

  async getQuoteCompany(ctx, { companyId }) {
    await ctx.tx.scope({ platform: true })
    const [company] = await ctx.tx.sql<{ name: string; logo: string | null }>`
      select c.name, c.logo from companies c where c.id = ${companyId} and ${takesRequests}`
    if (!company) throw notFound('Compagnie')
    return company
  },

  async withdrawQuote(ctx, { code }) {
    await withdraw(ctx, code)
    return null
  },

  async countNewQuotes(ctx) {
    const [found] = await ctx.tx.sql<{ count: number }>`
      select count(*)::int as count
      from quote_requests
      where company_id = ${companyOf(ctx)} and status = 'new' and withdrawn_at is null`
    return { count: found?.count ?? 0 }
  },

  listQuotes(ctx, { unmatched = false }) {
    if (unmatched && !isPlatform(ctx.actor.role)) throw forbidden()
    return ctx.tx.jsonList(unmatched ? unmatchedRows : quoteRows(ctx))
  },

  getQuote: (ctx, { id }) => readQuote(ctx, id),

  async updateQuote(ctx, { id, quoteRequest: changes }) {
    await readQuote(ctx, id)
    await change(ctx.tx, 'quote_requests', { id, companyId: companyOf(ctx) }, changes)
    ctx.publish(companyOf(ctx), { topic: 'quotes' })
    return readQuote(ctx, id)
  },

  async createClientOfQuote(ctx, { id }) {
    return readClient(ctx, await makeFolder(ctx, id))
  },

  async startQuotes(ctx) {
    const config = await lockConfig(ctx)
    if (config.isActive !== null) throw conflict('Le module est déjà commencé.', { code: 'already-started' })
    if (config.admission === 'pending')
      for (const to of await staffEmails(ctx))
        await mailLater(ctx, admissionAskedLetter(ctx.env, to, { id: companyOf(ctx), name: config.name }))
    return changeConfig(ctx, { quoteIsActive: true })
  },

  async updateQuoteConfig(ctx, { isActive, polygon, allowedOrigins, removedAllowedOrigins: removed }) {
    const config = await lockConfig(ctx)
    if (config.isActive === null) throw conflict('Le module n’est pas commencé.', { code: 'not-started' })
    // A sector from before the limits stays until it is drawn again.
    const isNew = polygon && JSON.stringify(polygon) !== JSON.stringify(config.polygon)
    const refusal = isNew && !config.isSectorUnlimited ? sectorRefusal(polygon, config.home) : null
    if (refusal) throw invalid({ input: { polygon: refusal } })
    const kept = removed ? config.allowedOrigins.filter((origin) => !removed.includes(origin)) : []
    const origins = allowedOrigins || removed ? [...new Set([...kept, ...(allowedOrigins ?? [])])] : undefined
    if (origins && origins.length > maxOrigins) throw invalid({ input: { allowedOrigins: tooManyOrigins } })
    return changeConfig(ctx, {
      quoteIsActive: isActive,
      quotePolygon: polygon === undefined ? undefined : polygon && JSON.stringify(polygon),
      quoteAllowedOrigins: origins && JSON.stringify(origins),
    })
  },
}

interface HeldConfig {
  name: string
  isActive: boolean | null
  admission: Admission
  polygon: Point[] | null
  isSectorUnlimited: boolean
  home: Point | null
  allowedOrigins: string[]
}

async function lockConfig(ctx: Ctx): Promise<HeldConfig> {
  const [config] = await ctx.tx.sql<HeldConfig>`
    select name,
           quote_is_active as "isActive",
           quote_admission as admission,
           quote_polygon as polygon,
           quote_is_sector_unlimited as "isSectorUnlimited",
           quote_allowed_origins as "allowedOrigins",
           case when lat is not null then json_build_object('lat', lat, 'lng', lng) end as home
    from companies
    where id = ${companyOf(ctx)}
    for no key update`
  if (!config) throw notFound('Compagnie')
  return config
}

async function changeConfig(ctx: Ctx, columns: QuoteColumns) {
  const id = companyOf(ctx)
  await changeQuoteConfig(ctx, id, columns)
  ctx.publish(id, { topic: 'companies' })
  const config = await ctx.tx.jsonOne(
    sql<{
      json: z.infer<typeof quoteConfig>
    }>`select ${jsonOf(quoteConfig.shape, 'c', {}, 'quote_')} as json from companies c where c.id = ${id}`,
  )
  if (!config) throw notFound('Compagnie')
  return config
}
