// Which bulletin holds, for the company and for each area, and whether an automatic one may follow it.
import type { BulletinPost, BulletinState } from './bulletin.ts'

type Post = Pick<BulletinPost, 'state' | 'text' | 'areaId' | 'areaName' | 'isAutomatic' | 'createdAt' | 'updatedAt'>

/** What a person wrote holds this long against automatic updates. */
const heldMs = 2 * 3_600_000
/** What only a person knows, such as a forecast, holds longer against « nothing planned ». */
const foretoldMs = 24 * 3_600_000
const foretold: readonly BulletinState[] = ['watch', 'leaving', 'postponed']

const isWhole = ({ areaName }: Post) => areaName === null
const newest = <P extends Post>(posts: readonly P[]) =>
  posts.reduce<P | undefined>((last, post) => (last && last.updatedAt >= post.updatedAt ? last : post), undefined)

/** The company's; null for `areaId`. An area shows its own, until a person writes for everyone. */
export function currentPost<P extends Post>(posts: readonly P[], areaId: string | null): P | undefined {
  const whole = posts.filter(isWhole)
  if (areaId === null) return newest(whole)
  const own = posts.filter((post) => post.areaId === areaId)
  return newest([...own, ...whole.filter(({ isAutomatic }) => !isAutomatic)]) ?? newest(whole)
}

export interface Computed {
  state: BulletinState
  text: string | null
}

type Verdict = { write: 'nothing' | 'new' | 'same-state' } | { write: 'later'; at: Date }

/** What becomes of an automatic bulletin: written, counted on in the row of its state, held back, or already said. */
export function verdictOf(computed: Computed, current: Post | undefined, now: Date): Verdict {
  if (!current) return { write: 'new' }
  if (current.state === computed.state && current.text === computed.text) return { write: 'nothing' }
  if (current.isAutomatic) return { write: current.state === computed.state ? 'same-state' : 'new' }
  const holds = computed.state === 'idle' && foretold.includes(current.state) ? foretoldMs : heldMs
  const until = new Date(Date.parse(current.createdAt) + holds)
  return now < until ? { write: 'later', at: until } : { write: 'new' }
}
