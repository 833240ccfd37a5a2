// What a company says now: to residents on its page, and to callers on its voice line.
import { type BulletinPost, type BulletinState, bulletinTitles, sentencesOf } from '@bordee/core/bulletins/bulletin.ts'
import { currentPost } from '@bordee/core/bulletins/current.ts'
import type { Tx } from '../engine/db/db.ts'
import { type PageSettings, readAreas, readLastPosts, readSettings } from './bulletins.queries.ts'

interface Said {
  state: BulletinState
  title: string
  /** What follows the title; null for nothing. */
  sentence: string | null
  updatedAt: string
}

export interface CurrentBulletin extends Said {
  /** The sectors and groupings that the page lists, by name. */
  sectors: (Said & { id: string; name: string })[]
}

/** Null while the company’s bulletin is off. The transaction sees the company. */
export async function currentBulletin({ tx }: { tx: Tx }, companyId: string): Promise<CurrentBulletin | null> {
  const settings = await readSettings({ tx }, companyId)
  return settings?.isOn ? readCurrent({ tx }, companyId, settings) : null
}

export async function readCurrent({ tx }: { tx: Tx }, companyId: string, settings: PageSettings): Promise<CurrentBulletin> {
  const posts = await readLastPosts({ tx }, companyId)
  const areas = await readAreas({ tx }, companyId)
  const said = (areaId: string | null) => saidIn(currentPost(posts, areaId), settings)
  return { ...said(null), sectors: areas.map(({ id, name }) => ({ id, name, ...said(id) })) }
}

function saidIn(post: BulletinPost | undefined, { sentences, updatedAt }: PageSettings): Said {
  if (post) return { state: post.state, title: bulletinTitles[post.state], sentence: post.text, updatedAt: post.updatedAt }
  return { state: 'idle', title: bulletinTitles.idle, sentence: sentencesOf(sentences).idle || null, updatedAt }
}
