// The personal links of residents (docs/product/tracking.md): derived when a text leaves, so that a retried text carries the same.
import { operationSeason } from '@bordee/core/operations/season.ts'
import { todayIn } from '@bordee/core/time.ts'
import { shortTrackingPath, tokenLength } from '@bordee/core/tracking/tracking-link.ts'
import type { Work } from '../engine/ctx.ts'
import { hashOf } from '../engine/secrets.ts'

/** What a link holds for: with another phone, site, season or generation it is another link. */
export interface LinkFacts {
  companyId: string
  occupantId: string
  siteId: string
  phone: string
  season: number
  /** Of the company and of the occupant. */
  generations: string
}

export const seasonAt = (now: Date, zone: string): number => Number(operationSeason(todayIn(zone, now)).from.slice(0, 4))

export const tokenOf = (
  { secrets }: Pick<Work, 'secrets'>,
  { companyId, occupantId, siteId, phone, season, generations }: LinkFacts,
): string =>
  secrets.sign('tracking-link', JSON.stringify([companyId, occupantId, siteId, phone, season, generations])).slice(0, tokenLength)

interface Told {
  id: string
  phone: string
  occupantId: string | null
}

/** The token of each delivery, by its id; none for an occupant who is gone. */
export async function giveTokens(
  work: Pick<Work, 'tx' | 'now' | 'secrets'>,
  companyId: string,
  told: readonly Told[],
): Promise<Map<string, string>> {
  const occupants = await work.tx.sql<{ id: string; siteId: string; generations: string; zone: string }>`
    select o.id,
           o.site_id as "siteId",
           c.tracking_generation || '.' || o.tracking_generation as generations,
           c.time_zone as zone
    from occupants o
    join companies c on c.id = o.company_id
    where o.company_id = ${companyId} and o.id = any(${told.flatMap(({ occupantId }) => occupantId ?? [])}::uuid[])`
  const known = new Map(occupants.map((occupant) => [occupant.id, occupant]))
  const given = told.flatMap(({ id, phone, occupantId }) => {
    const occupant = known.get(occupantId ?? '')
    if (!occupant) return []
    const season = seasonAt(work.now, occupant.zone)
    return { id, occupantId: occupant.id, season, token: tokenOf(work, { ...occupant, companyId, occupantId: occupant.id, phone, season }) }
  })
  await work.tx.sql`
    insert into tracking_links (token_hash, company_id, occupant_id, season)
    select h.token_hash, ${companyId}, h.occupant_id, h.season
    from unnest(
      ${given.map(({ token }) => hashOf(token))}::bytea[],
      ${given.map(({ occupantId }) => occupantId)}::uuid[],
      ${given.map(({ season }) => season)}::int[]) h (token_hash, occupant_id, season)
    on conflict do nothing`
  return new Map(given.map(({ id, token }) => [id, token]))
}

export const trackingLink = ({ env }: Pick<Work, 'env'>, token: string): string => `${env.publicUrl}${shortTrackingPath(token)}`

/** What history and outbox show of a link: whoever has it reads the resident's page. */
export const maskedLink = (work: Pick<Work, 'env'>): string => trackingLink(work, '…')
