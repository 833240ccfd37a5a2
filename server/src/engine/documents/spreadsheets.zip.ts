// Checks a workbook's container before anything in it is unpacked: a few kilobytes may expand to gigabytes. Only its
// directory is read; unpacking holds each part to the size declared there.
import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  /** Unpacked, in bytes. */
  size: number
  packedSize: number
  isPacked: boolean
  /** Offset of its local header. */
  at: number
}

/** Why an archive is not unpacked. */
export class UnsafeZip extends Error {
  readonly why: 'damaged' | 'too large' | 'encrypted'
  constructor(why: 'damaged' | 'too large' | 'encrypted') {
    super(`the archive is ${why}`)
    this.why = why
  }
}

const mostParts = 1000
const largestPart = 120 * 1024 * 1024
const largestWhole = 160 * 1024 * 1024
/** Highest accepted compression ratio: XML text shrinks to a twentieth; far less than that is a bomb. */
const steepest = 250
const smallEnough = 5 * 1024 * 1024

const partMark = 0x04034b50
const entryMark = 0x02014b50
const endMark = 0x06054b50
const asZip64 = 0xffff_ffff

export const looksLikeZip = (bytes: Buffer) => bytes.length >= 22 && bytes.readUInt32LE(0) === partMark

/** Its parts by name; throws UnsafeZip. */
export function partsOf(bytes: Buffer): Map<string, ZipPart> {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const parts = new Map<string, ZipPart>()
  if (count > mostParts) throw new UnsafeZip('too large')
  let [at, whole, packed] = [bytes.readUInt32LE(end + 16), 0, 0]
  for (let i = 0; i < count; i++) {
    const { part, next } = entryAt(bytes, at, end)
    if (parts.has(part.name)) throw new UnsafeZip('damaged')
    parts.set(part.name, part)
    whole += part.size
    packed += part.packedSize
    if (part.size > largestPart || whole > largestWhole) throw new UnsafeZip('too large')
    at = next
  }
  if (packed > bytes.length) throw new UnsafeZip('damaged') // overlapping parts
  if (whole > smallEnough && whole / Math.max(1, packed) > steepest) throw new UnsafeZip('too large')
  return parts
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) if (bytes.readUInt32LE(at) === endMark) return at
  throw new UnsafeZip('damaged')
}

function entryAt(bytes: Buffer, at: number, end: number): { part: ZipPart; next: number } {
  if (at + 46 > end || bytes.readUInt32LE(at) !== entryMark) throw new UnsafeZip('damaged')
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [packedSize, size, begins] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 42)]
  const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
  if (flags & 1) throw new UnsafeZip('encrypted')
  if (size === asZip64 || packedSize === asZip64) throw new UnsafeZip('too large')
  if (method !== 0 && method !== 8) throw new UnsafeZip('damaged')
  const part = { name: bytes.toString('utf8', at + 46, at + 46 + name), size, packedSize, isPacked: method === 8, at: begins }
  return { part, next: at + 46 + name + extra + comment }
}

/** The text of a small part. */
export function textOf(bytes: Buffer, part: ZipPart): string {
  const packed = packedOf(bytes, part)
  if (part.size > smallEnough) throw new UnsafeZip('too large')
  try {
    return (part.isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(1, part.size) }) : packed).toString('utf8')
  } catch {
    throw new UnsafeZip('damaged') // larger than declared, or truncated
  }
}

/** A part that may be large, piece by piece. Only its ASCII characters are decoded correctly. */
export async function* asciiOf(bytes: Buffer, part: ZipPart): AsyncGenerator<string> {
  const packed = Readable.from([packedOf(bytes, part)])
  let size = 0
  try {
    for await (const piece of part.isPacked ? packed.pipe(createInflateRaw()) : packed) {
      size += (piece as Buffer).length
      if (size > part.size) throw new UnsafeZip('damaged')
      yield (piece as Buffer).toString('latin1')
    }
  } catch {
    throw new UnsafeZip('damaged')
  }
}

function packedOf(bytes: Buffer, { at, packedSize }: ZipPart): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== partMark) throw new UnsafeZip('damaged')
  const begins = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  return bytes.subarray(begins, begins + packedSize)
}
