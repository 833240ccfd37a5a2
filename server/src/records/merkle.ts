// The Merkle tree of a day's record, as RFC 6962 builds it: a leaf and a node never hash alike, and no leaf is doubled.
import { hash } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** What tells a leaf, a node and a chain apart. The first is also in migration 0102, which hashes what is received. */
const [aLeaf, aNode, aChain] = [Buffer.from([0]), Buffer.from([1]), Buffer.from([2])] as const

export const leafOf = (salt: Uint8Array, line: string): Buffer => sha256(aLeaf, salt, Buffer.from(line))

const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(aNode, left, right)

export const rootOf = (leaves: readonly Uint8Array[]): Buffer =>
  leaves.length === 0 ? sha256() : Buffer.from(levelsOf(leaves).at(-1)?.[0] as Uint8Array)

/** From the leaves to the root: pairing neighbours and carrying the odd one up splits as RFC 6962 does. */
function levelsOf(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const above: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i] as Uint8Array, level[i + 1]]
      above.push(right ? nodeOf(left, right) : left)
    }
    levels.push(above)
    level = above
  }
  return levels
}

export interface Step {
  side: 'left' | 'right'
  hash: string
}

/** For each place, the hashes that lead from its leaf to the root, nearest first. */
export function pathsOf(leaves: readonly Uint8Array[], places: readonly number[]): Step[][] {
  const levels = levelsOf(leaves)
  return places.map((place) =>
    levels.flatMap((level, height) => {
      const at = Math.floor(place / 2 ** height)
      const beside = level[at ^ 1]
      return beside ? [{ side: at % 2 === 1 ? 'left' : 'right', hash: Buffer.from(beside).toString('hex') } satisfies Step] : []
    }),
  )
}

export const rootFrom = (leaf: Uint8Array, path: readonly Step[]): Buffer =>
  path.reduce<Buffer>((below, { side, hash: beside }) => {
    const other = Buffer.from(beside, 'hex')
    return side === 'left' ? nodeOf(other, below) : nodeOf(below, other)
  }, Buffer.from(leaf))

export const noChain = Buffer.alloc(32)

export const chainOf = (before: Uint8Array, day: string, root: Uint8Array): Buffer => sha256(aChain, before, Buffer.from(day), root)

/** Names a company in public without naming it: the first twelve letters of a hash of its id. */
export const fingerprintOf = (companyId: string): string => sha256(Buffer.from(companyId)).toString('hex').slice(0, 12)

const digestBytes = 32
export const splitLeaves = (leaves: Uint8Array): Buffer[] =>
  Array.from({ length: leaves.length / digestBytes }, (_, i) => Buffer.from(leaves.subarray(i * digestBytes, (i + 1) * digestBytes)))
