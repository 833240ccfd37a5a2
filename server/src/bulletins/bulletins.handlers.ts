import {
  addressTaken,
  type BulletinConfig,
  type BulletinDesk,
  type BulletinPost,
  mostAreas,
  type newBulletinPost,
  sentencesOf,
} from '@bordee/core/bulletins/bulletin.ts'
import type { bulletinCalls } from '@bordee/core/bulletins/bulletins.calls.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { count } from '@bordee/core/text.ts'
import type * as z from 'zod'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { writer } from '../operations/site-requests.ts'
import { writing } from './bulletins.jobs.ts'
import { lockBulletins, postRows, proposedConfig, readAreas, readConfig, readHistory, readSettings } from './bulletins.queries.ts'
import { readCurrent } from './current-bulletin.ts'

const taken = { input: { address: addressTaken } }
export const bulletinTakenMessages = { bulletin_addresses_pkey: taken, bulletin_configs_address_key: taken }

export const bulletinHandlers: Handlers<typeof bulletinCalls> = {
  getBulletinConfig: async (ctx) => (await readConfig(ctx, companyOf(ctx))) ?? proposedConfig(ctx, companyOf(ctx)),

  async updateBulletinConfig(ctx, { version, ...config }) {
    const companyId = companyOf(ctx)
    await lockBulletins(ctx, companyId)
    await requireVersion(ctx, version)
    await requireAreas(ctx, config)
    await takeAddress(ctx, config.address)
    await saveConfig(ctx, config)
    if (config.isOn && config.isAutomatic) await ctx.later(writing, { companyId })
    ctx.publish(companyId, { topic: 'bulletins' })
    return (await readConfig(ctx, companyId)) as BulletinConfig
  },

  getBulletins: (ctx) => readDesk(ctx),

  postBulletin,
}

type Settings = Omit<BulletinConfig, 'version'>

/** Someone else may have saved meanwhile. */
async function requireVersion(ctx: Ctx, version: number | undefined) {
  const [held] = await ctx.tx.sql<{ version: number }>`select version from bulletin_configs where company_id = ${companyOf(ctx)}`
  if (version !== undefined && version !== (held?.version ?? 0))
    throw conflict('Quelqu’un d’autre a modifié ce bulletin entre-temps. Rechargez-le pour voir ses changements.', {
      code: 'older-version',
    })
}

async function requireAreas(ctx: Ctx, { sectorIds, groupingIds }: Settings) {
  if (sectorIds.length + groupingIds.length > mostAreas)
    throw invalid({ input: { sectorIds: `La page peut nommer ${count(mostAreas, 'secteur')} et regroupements au plus.` } })
  const [found] = await ctx.tx.sql<{ sectors: number; groupings: number }>`
    select (select count(*)::int from sectors where company_id = ${companyOf(ctx)} and id = any(${sectorIds}::uuid[])) as sectors,
           (select count(*)::int from sector_groups where company_id = ${companyOf(ctx)} and id = any(${groupingIds}::uuid[])) as groupings`
  if (found?.sectors !== sectorIds.length) throw notFound('Secteur')
  if (found?.groupings !== groupingIds.length) throw notFound('Regroupement')
}

/** Old addresses that may lead to the page at once: nobody needs more, except to keep others from having them. */
const mostOld = 5

/** The company’s from now on; the one that it had leads to it for a year. */
async function takeAddress(ctx: Ctx, address: string) {
  const { tx, now } = ctx
  const companyId = companyOf(ctx)
  const [own] = await tx.sql`
    update bulletin_addresses set until = null where company_id = ${companyId} and address = ${address} returning address`
  if (!own) await tx.sql`insert into bulletin_addresses (address, company_id) values (${address}, ${companyId})`
  await tx.sql`
    update bulletin_addresses
    set until = ${now}::timestamptz + interval '1 year'
    where company_id = ${companyId} and until is null and address <> ${address}`
  const [old] = await tx.sql<{ n: number }>`
    select count(*)::int as n from bulletin_addresses where company_id = ${companyId} and until > ${now}`
  if ((old?.n ?? 0) > mostOld)
    throw invalid({ input: { address: 'L’adresse a changé trop souvent depuis un an. Reprenez une de vos anciennes adresses.' } })
}

async function saveConfig(ctx: Ctx, { links, sentences, sectorIds, groupingIds, ...config }: Settings) {
  const companyId = companyOf(ctx)
  const { isOn, address, isAutomatic, isUnlisted, isSeasonShown, color, phone } = config
  const own = Object.fromEntries(Object.entries(sentences).filter(([, sentence]) => sentence !== null))
  await ctx.tx.sql`
    insert into bulletin_configs as k (
      company_id, is_on, address, is_automatic, is_unlisted, is_season_shown, color, phone, links, sentences,
      updated_at)
    values (${companyId}, ${isOn}, ${address}, ${isAutomatic}, ${isUnlisted}, ${isSeasonShown}, ${color}, ${phone},
            ${JSON.stringify(links)}::jsonb,
            ${JSON.stringify(own)}::jsonb, ${ctx.now})
    on conflict (company_id) do update
    set is_on = excluded.is_on,
        address = excluded.address,
        is_automatic = excluded.is_automatic,
        is_unlisted = excluded.is_unlisted,
        is_season_shown = excluded.is_season_shown,
        color = excluded.color,
        phone = excluded.phone,
        links = excluded.links,
        sentences = excluded.sentences,
        version = k.version + 1,
        updated_at = case when k.is_on then k.updated_at else excluded.updated_at end,
        computed_at = null`
  await ctx.tx.sql`
    delete from bulletin_areas
    where company_id = ${companyId}
      and (sector_id <> all(${sectorIds}::uuid[]) or grouping_id <> all(${groupingIds}::uuid[]))`
  await ctx.tx.sql`
    insert into bulletin_areas (company_id, sector_id, grouping_id)
    select ${companyId}::uuid, id, null from unnest(${sectorIds}::uuid[]) id
    union all
    select ${companyId}::uuid, null, id from unnest(${groupingIds}::uuid[]) id
    on conflict do nothing`
}

async function readDesk(ctx: Ctx): Promise<BulletinDesk> {
  const companyId = companyOf(ctx)
  const settings = (await readSettings(ctx, companyId)) ?? { ...(await proposedConfig(ctx, companyId)), updatedAt: ctx.now.toISOString() }
  const { sectors, ...current } = await readCurrent(ctx, companyId, settings)
  const shown = ({ state, sentence, updatedAt }: Pick<typeof current, 'state' | 'sentence' | 'updatedAt'>) => ({
    state,
    text: sentence,
    updatedAt,
  })
  return {
    isOn: settings.isOn,
    isAutomatic: settings.isAutomatic,
    address: settings.address,
    current: shown(current),
    areas: sectors.map(({ id, name, ...said }) => ({ id, name, ...shown(said) })),
    sentences: sentencesOf(settings.sentences),
    posts: await readHistory(ctx, companyId, ctx.now),
  }
}

type NewPost = z.output<z.ZodObject<typeof newBulletinPost>>

async function postBulletin(ctx: Ctx, { id, state, text = null, areaId = null }: NewPost): Promise<BulletinPost> {
  const companyId = companyOf(ctx)
  await lockBulletins(ctx, companyId) // of two that are sent at once, the second finds the first
  const known = id && (await findPost(ctx, id))
  if (known) return known
  const settings = await readSettings(ctx, companyId)
  const area = areaId === null ? null : (await readAreas(ctx, companyId)).find((listed) => listed.id === areaId)
  if (area === undefined) throw notFound('Secteur')
  if (!settings?.isOn)
    throw conflict('Le bulletin est désactivé\u00a0: un propriétaire l’active dans les paramètres.', { code: 'bulletin-off' })
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into bulletin_posts (
      id, company_id, sector_id, grouping_id, area_name, state, text, is_automatic, created_at, updated_at, account_id, user_name)
    select coalesce(${id ?? null}, uuidv7()), ${companyId}, ${area && !area.isGrouping ? area.id : null},
           ${area?.isGrouping ? area.id : null}, ${area?.name ?? null}, ${state}, ${text}, false, ${ctx.now}::timestamptz,
           ${ctx.now}::timestamptz, ${writer(ctx)}
    on conflict (id) do nothing
    returning id`
  const post = made && (await findPost(ctx, made.id))
  if (!post) throw conflict('Cet identifiant a déjà servi à un autre bulletin.', { code: 'id-used' })
  ctx.publish(companyId, { topic: 'bulletins' })
  return post
}

async function findPost(ctx: Ctx, id: string): Promise<BulletinPost | undefined> {
  const [row] = await ctx.tx.rows(postRows(companyOf(ctx), sql`p.id = ${id}`))
  return row?.json
}
