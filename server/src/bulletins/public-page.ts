// What the public page of a company is made of, whoever reads it.
import type { BulletinLink, BulletinPost } from '@bordee/core/bulletins/bulletin.ts'
import type { ServiceColor } from '@bordee/core/colors.ts'
import { seasonYear } from '@bordee/core/operations/season.ts'
import { seasonSnow } from '@bordee/core/operations/snowfall.ts'
import { todayIn } from '@bordee/core/time.ts'
import type { Tx } from '../engine/db/db.ts'
import { readSnowNights, seasonIn } from '../operations/snowfall.ts'
import { type PageSettings, readHistory } from './bulletins.queries.ts'
import { type CurrentBulletin, readCurrent } from './current-bulletin.ts'

export interface Publisher extends PageSettings {
  companyId: string
  companyName: string
  zone: string
  color: ServiceColor
  phone: string | null
  links: BulletinLink[]
  isUnlisted: boolean
  isSeasonShown: boolean
  /** Another text when the logo is another; null without one. */
  logoVersion: string | null
}

export interface PublicPage {
  publisher: Publisher
  current: CurrentBulletin
  history: BulletinPost[]
  /** Centimetres of this season; null if nobody read any, or the company doesn’t show them. */
  seasonSnow: number | null
}

/** Whose address it is, or was within the year; undefined too while the bulletin is off or the company is closed. */
export async function findPublisher({ tx }: { tx: Tx }, address: string, now: Date): Promise<Publisher | undefined> {
  const [row] = await tx.sql<{ json: Publisher }>`
    select json_build_object(
             'companyId', k.company_id,
             'companyName', c.name,
             'zone', c.time_zone,
             'isOn', k.is_on,
             'isAutomatic', k.is_automatic,
             'isUnlisted', k.is_unlisted,
             'isSeasonShown', k.is_season_shown,
             'address', k.address,
             'sentences', k.sentences,
             'updatedAt', k.updated_at,
             'color', k.color,
             'phone', k.phone,
             'links', k.links,
             'logoVersion', left(encode(sha256(convert_to(c.logo, 'UTF8')), 'hex'), 12)) as json
    from bulletin_addresses a
    join bulletin_configs k on k.company_id = a.company_id and k.is_on
    join companies c on c.id = k.company_id and c.is_active and c.archived_at is null
    where a.address = ${address} and (a.until is null or a.until > ${now})`
  return row?.json
}

export async function readPublicPage({ tx }: { tx: Tx }, publisher: Publisher, now: Date): Promise<PublicPage> {
  const { companyId } = publisher
  return {
    publisher,
    current: await readCurrent({ tx }, companyId, publisher),
    history: await readHistory({ tx }, companyId, now),
    seasonSnow: publisher.isSeasonShown ? await readSeasonSnow({ tx }, publisher, now) : null,
  }
}

async function readSeasonSnow({ tx }: { tx: Tx }, { companyId, zone }: Publisher, now: Date): Promise<number | null> {
  const season = await seasonIn({ tx }, companyId, seasonYear(todayIn(zone, now)))
  return seasonSnow(await readSnowNights({ tx }, companyId, season))
}

export async function readLogo({ tx }: { tx: Tx }, companyId: string): Promise<string | null> {
  const [company] = await tx.sql<{ logo: string | null }>`select logo from companies where id = ${companyId}`
  return company?.logo ?? null
}
