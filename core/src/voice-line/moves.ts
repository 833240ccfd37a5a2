// What a key pressed on the line asks for.
import type { PressedKey } from './line.ts'

/** How many wrong keys are asked again. */
const mostTries = 2

/** The first key that names a site: 1 pressed twice in a hurry must not choose one. */
export const firstSiteKey = 3

interface Offered {
  sitesCount: number
  /** The caller has sites that are not offered. */
  hasMore: boolean
  mayReport: boolean
  mayTalk: boolean
}

export type LineMove =
  /** Of the n-th site, or of no known one. */
  { is: 'report'; site: number | null } | { is: 'ask-site' } | { is: 'talk' } | { is: 'again' } | { is: 'hang-up' }

export function moveOf({ asked, key, tries }: PressedKey, offered: Offered): LineMove {
  const move = asked === 'menu' ? fromMenu(key, offered) : fromSites(key, offered)
  return move ?? { is: tries < mostTries ? 'again' : 'hang-up' }
}

function fromMenu(key: string, { sitesCount, hasMore, mayReport, mayTalk }: Offered): LineMove | undefined {
  if (key === '2' && mayTalk) return { is: 'talk' }
  if (key !== '1' || !mayReport) return undefined
  if (sitesCount === 0) return { is: 'report', site: null }
  return sitesCount === 1 && !hasMore ? { is: 'report', site: 0 } : { is: 'ask-site' }
}

function fromSites(key: string, { sitesCount, hasMore, mayReport }: Offered): LineMove | undefined {
  const place = /^\d$/.test(key) && mayReport ? Number(key) - firstSiteKey : -1
  if (place >= 0 && place < sitesCount) return { is: 'report', site: place }
  return place === sitesCount && hasMore ? { is: 'report', site: null } : undefined
}
