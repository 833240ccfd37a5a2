// The Merkle tree of a day's record, as RFC 6962 builds it: a leaf and a node never hash alike, and no leaf is doubled.
import { hash } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** What tells a leaf, a node and a chain apart. The first is also in migration 0102, which hashes what is received. */
const [aLeaf, aNode, aChain] = [Buffer.from([0]), Buffer.from([1]), Buffer.from([2])] as const

export const leafOf = (salt: Uint8Array, line: string): Buffer => sha256(aLeaf, salt, Buffer.from(line))

const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(aNode, left, right)

/** The largest power of two below `count`: the leaves on the left. */
const leftOf = (count: number) => 2 ** Math.floor(Math.log2(count - 1))

export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  let level: readonly Uint8Array[] = leaves
  if (level.length === 0) return sha256()
  // Pairing neighbours and carrying the odd one up gives the same tree as splitting at the largest power of two.
  while (level.length > 1) {
    const above: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i] as Uint8Array, level[i + 1]]
      above.push(right ? nodeOf(left, right) : left)
    }
    level = above
  }
  return Buffer.from(level[0] as Uint8Array)
}

export interface Step {
  side: 'left' | 'right'
  hash: string
}

/** The hashes that lead from a leaf to the root, nearest first. */
export function pathOf(leaves: readonly Uint8Array[], place: number): Step[] {
  if (leaves.length <= 1) return []
  const split = leftOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  const hex = (part: readonly Uint8Array[]) => rootOf(part).toString('hex')
  return place < split
    ? [...pathOf(left, place), { side: 'right', hash: hex(right) }]
    : [...pathOf(right, place - split), { side: 'left', hash: hex(left) }]
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
