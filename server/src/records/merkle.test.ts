import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { chainOf, leafOf, noChain, pathsOf, rootFrom, rootOf, splitLeaves } from './merkle.ts'

/** The tree by its definition in RFC 6962: split at the largest power of two. */
function byDefinition(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves
  if (!only) return hash('sha256', Buffer.alloc(0), 'buffer')
  if (leaves.length === 1) return Buffer.from(only)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hash(
    'sha256',
    Buffer.concat([Buffer.from([1]), byDefinition(leaves.slice(0, split)), byDefinition(leaves.slice(split))]),
    'buffer',
  )
}

const some = (count: number): Buffer[] => Array.from({ length: count }, () => randomBytes(32))

test('the root is the one of RFC 6962, for any number of leaves', () => {
  for (let count = 0; count < 70; count++) {
    const leaves = some(count)
    expect(rootOf(leaves).equals(byDefinition(leaves)), `${count} leaves`).toBe(true)
  }
})

test('the path of any leaf leads to the root, and only with its own leaf', () => {
  for (const count of [1, 2, 3, 7, 8, 9, 33]) {
    const leaves = some(count)
    const root = rootOf(leaves)
    const paths = pathsOf(
      leaves,
      leaves.map((_, place) => place),
    )
    for (const [place, leaf] of leaves.entries()) {
      const path = paths[place] ?? []
      expect(rootFrom(leaf, path).equals(root)).toBe(true)
      const other = Buffer.from(leaf)
      other[place % 32] = (other[place % 32] as number) ^ 1
      expect(rootFrom(other, path).equals(root)).toBe(false)
    }
  }
})

test('any change to a leaf, to their order or to their number changes the root', () => {
  for (let count = 2; count < 40; count++) {
    const leaves = some(count)
    const root = rootOf(leaves).toString('hex')
    const place = count % leaves.length
    const swapped = [leaves[1] as Buffer, leaves[0] as Buffer, ...leaves.slice(2)]
    for (const changed of [leaves.with(place, randomBytes(32)), leaves.toSpliced(place, 1), [...leaves, randomBytes(32)], swapped])
      expect(rootOf(changed).toString('hex')).not.toBe(root)
  }
})

test('a leaf is never a node, and a chain depends on day, root and the chain before', () => {
  const [one, two] = some(2) as [Buffer, Buffer]
  expect(leafOf(one, two.toString('latin1')).equals(rootOf([one, two]))).toBe(false)
  const chain = chainOf(noChain, '2027-01-01', one)
  for (const other of [chainOf(noChain, '2027-01-02', one), chainOf(noChain, '2027-01-01', two), chainOf(two, '2027-01-01', one)])
    expect(other.equals(chain)).toBe(false)
})

test('leaves survive being stored one behind the other', () => {
  const leaves = some(5)
  expect(splitLeaves(Buffer.concat(leaves))).toEqual(leaves)
})
