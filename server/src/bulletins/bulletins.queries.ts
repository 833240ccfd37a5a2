import {
  addressFrom,
  type BulletinConfig,
  type BulletinPost,
  type BulletinState,
  bulletinConfig,
  bulletinPost,
  historyDays,
} from '@bordee/core/bulletins/bulletin.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { Tx } from '../engine/db/db.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

type Reader = { tx: Tx }

/** Taken before anything that posts, or that changes the page. */
export const lockBulletins = ({ tx }: Reader, companyId: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`bulletins:${companyId}`}, 0))`

/** Undefined before it is first saved. */
export async function readConfig({ tx }: Reader, companyId: string): Promise<BulletinConfig | undefined> {
  const [row] = await tx.sql<{ json: BulletinConfig }>`
    select ${jsonOf(bulletinConfig.shape, 'k', { sectorIds: listed(sql`a.sector_id`), groupingIds: listed(sql`a.grouping_id`) })} as json
    from bulletin_configs k
    where k.company_id = ${companyId}`
  return row?.json
}

const listed = (column: Sql<unknown>) => sql`(
  select coalesce(json_agg(${column} order by ${column}) filter (where ${column} is not null), '[]')
  from bulletin_areas a
  where a.company_id = k.company_id)`

/** What a company’s page would be. */
export async function proposedConfig({ tx }: Reader, companyId: string): Promise<BulletinConfig> {
  const [company] = await tx.sql<{ name: string; phone: string | null }>`
    select name, substring(phone from '^[2-9][0-9]{9}$') as phone from companies where id = ${companyId}`
  return {
    isOn: false,
    address: addressFrom(company?.name ?? ''),
    isAutomatic: true,
    isUnlisted: false,
    isSeasonShown: false,
    color: 'teal',
    phone: company?.phone ?? null,
    links: [],
    sentences: {},
    sectorIds: [],
    groupingIds: [],
    version: 0,
  }
}

export interface Area {
  id: string
  name: string
  isGrouping: boolean
}

/** By name. */
export const readAreas = ({ tx }: Reader, companyId: string) => tx.sql<Area>`
  select coalesce(a.sector_id, a.grouping_id) as id,
         coalesce(s.name, g.name) as name,
         a.grouping_id is not null as "isGrouping"
  from bulletin_areas a
  left join sectors s on s.company_id = a.company_id and s.id = a.sector_id
  left join sector_groups g on g.company_id = a.company_id and g.id = a.grouping_id
  where a.company_id = ${companyId}
  order by coalesce(s.name, g.name), id`

const postJson = jsonOf(bulletinPost.shape, 'p', { areaId: sql`coalesce(p.sector_id, p.grouping_id)` })

export const postRows = (companyId: string, where: Sql<unknown>) => sql<{ json: BulletinPost }>`
  select ${postJson} as json
  from bulletin_posts p
  where p.company_id = ${companyId} and ${where}
  order by p.updated_at desc, p.id desc`

const mostPosts = 500

/** Newest first. */
export async function readHistory({ tx }: Reader, companyId: string, now: Date): Promise<BulletinPost[]> {
  const since = new Date(now.getTime() - historyDays * 86_400_000)
  const rows = await tx.rows(sql<{ json: BulletinPost }>`${postRows(companyId, sql`p.updated_at > ${since}`)} limit ${mostPosts}`)
  return rows.map(({ json }) => json)
}

/** Those among which the current ones are: the last automatic and the last written one, of the company and of each area. */
export async function readLastPosts({ tx }: Reader, companyId: string): Promise<BulletinPost[]> {
  const rows = await tx.rows(
    postRows(
      companyId,
      sql`p.id in (
        select distinct on (l.sector_id, l.grouping_id, l.is_automatic) l.id
        from bulletin_posts l
        where l.company_id = ${companyId} and (l.area_name is null or coalesce(l.sector_id, l.grouping_id) is not null)
        order by l.sector_id, l.grouping_id, l.is_automatic, l.updated_at desc, l.id desc)`,
    ),
  )
  return rows.map(({ json }) => json)
}

export interface PageSettings {
  isOn: boolean
  isAutomatic: boolean
  address: string
  sentences: Partial<Record<BulletinState, string | null>>
  updatedAt: string
}

export async function readSettings({ tx }: Reader, companyId: string): Promise<PageSettings | undefined> {
  const [row] = await tx.sql<{ json: PageSettings }>`
    select json_build_object(
             'isOn', is_on,
             'isAutomatic', is_automatic,
             'address', address,
             'sentences', sentences,
             'updatedAt', updated_at) as json
    from bulletin_configs
    where company_id = ${companyId}`
  return row?.json
}
