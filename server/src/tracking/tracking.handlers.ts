import { notFound } from '@bordee/core/problem.ts'
import type { trackingCalls } from '@bordee/core/tracking/tracking.calls.ts'
import { trackingPath } from '@bordee/core/tracking/tracking-link.ts'
import { giveTokens } from '../alerts/tracking-links.ts'
import { raiseCompanyGeneration } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { raiseOccupantGenerations } from '../occupants/occupants.queries.ts'
import { addressText } from '../sites/site-address.ts'

export const trackingHandlers: Handlers<typeof trackingCalls> = {
  async listTrackingLinks(ctx) {
    const sites = await ownSites(ctx)
    const tokens = new Map<string, string>()
    for (const [companyId, own] of Map.groupBy(sites, (site) => site.companyId))
      for (const [id, token] of await giveTokens(ctx, companyId, own)) tokens.set(id, token)
    return sites.flatMap(({ id, siteAddress, companyName, isServed }) => {
      const token = tokens.get(id)
      return token ? { siteId: id, siteAddress, companyName, path: trackingPath(token), isServed } : []
    })
  },

  async revokeTrackingLinks(ctx, { occupantIds }) {
    const companyId = companyOf(ctx)
    if (!occupantIds) await raiseCompanyGeneration(ctx, companyId)
    else if ((await raiseOccupantGenerations(ctx, companyId, occupantIds)) !== new Set(occupantIds).size) throw notFound('Occupant')
    await audit(ctx, 'tracking-links-revoked', { occupants: occupantIds?.length ?? 'all' })
    return null
  },
}

/** Those that have an occupant and whose company alerts; the page is that of the occupant entered first. `id` is the site's. */
const ownSites = (ctx: Ctx) => ctx.tx.sql<OwnSite>`
  select s.id,
         s.company_id as "companyId",
         m.name as "companyName",
         ${addressText('s')} as "siteAddress",
         o.id as "occupantId",
         o.phone,
         exists (
           select from operations q
           where q.company_id = s.company_id and q.closed_at is null
             and (exists (
                    select from operation_routes p
                    join route_sites x on x.company_id = p.company_id and x.route_id = p.route_id and x.site_id = s.id
                    where p.company_id = q.company_id and p.operation_id = q.id)
               or exists (
                    select from runs n
                    join run_sites x on x.company_id = n.company_id and x.run_id = n.id and x.site_id = s.id
                    where n.company_id = q.company_id and n.operation_id = q.id))) as "isServed"
  from clients c
  join sites s on s.company_id = c.company_id and s.client_id = c.id
  join companies m on m.id = s.company_id and m.alert_is_active
  cross join lateral (
    select o.id, o.phone
    from occupants o
    where o.company_id = s.company_id and o.site_id = s.id
    order by o.created_at, o.id
    limit 1) o
  where ${visibleClients(ctx, 'c')}
  order by m.name, 4, s.id`

interface OwnSite {
  id: string
  companyId: string
  companyName: string
  siteAddress: string
  occupantId: string
  phone: string
  isServed: boolean
}
