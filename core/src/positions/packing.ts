// Packs positions for storage: each is stored as its difference from the one before, in as few bytes as possible. A
// moving truck takes about a dozen bytes per position; as a table row it would take seventy.
import type { Fix } from './visits.ts'

/** As stored. `speed` in metres per second. */
export interface Position extends Fix {
  speed: number | null
}

/** Ten-millionths of a degree: a centimetre. */
const places = 1e7
/** Centimetres per second, decimetres. */
const speedUnits = 100
const accuracyUnits = 10
/** Metres per second. Nothing faster is a truck, and a longer number would not fit. */
const fastest = 100

/** A position rounded to what is stored. */
export const rounded = ({ lat, lng, at, accuracy, speed }: Position): Position => ({
  lat: Math.round(lat * places) / places + 0, // avoids -0 degrees
  lng: Math.round(lng * places) / places + 0,
  at: Math.round(at),
  accuracy: accuracy === null ? null : Math.round(accuracy * accuracyUnits) / accuracyUnits,
  speed: speed === null || !(speed >= 0 && speed <= fastest) ? null : Math.round(speed * speedUnits) / speedUnits,
})

export function pack(positions: readonly Position[]): Uint8Array {
  const bytes: number[] = []
  let [at, lat, lng] = [0, 0, 0]
  for (const position of positions) {
    const now = Math.round(position.at)
    const [y, x] = [Math.round(position.lat * places), Math.round(position.lng * places)]
    write(bytes, zigzag(now - at))
    write(bytes, zigzag(y - lat))
    write(bytes, zigzag(x - lng))
    write(bytes, optional(position.accuracy, accuracyUnits))
    write(bytes, optional(position.speed, speedUnits))
    ;[at, lat, lng] = [now, y, x]
  }
  return Uint8Array.from(bytes)
}

export function unpack(bytes: Uint8Array): Position[] {
  const positions: Position[] = []
  const reader = new Reader(bytes)
  let [at, lat, lng] = [0, 0, 0]
  while (reader.hasMore) {
    at += unzigzag(reader.next())
    lat += unzigzag(reader.next())
    lng += unzigzag(reader.next())
    const accuracy = reader.next()
    const speed = reader.next()
    positions.push({
      lat: lat / places,
      lng: lng / places,
      at,
      accuracy: accuracy === 0 ? null : (accuracy - 1) / accuracyUnits,
      speed: speed === 0 ? null : (speed - 1) / speedUnits,
    })
  }
  return positions
}

/** 0 means unknown. */
const optional = (value: number | null, units: number) => (value === null ? 0 : Math.max(0, Math.round(value * units)) + 1)

/** Maps small numbers of either sign to small ones. Milliseconds exceed 32 bits: bitwise operators won't do. */
const zigzag = (n: number) => (n < 0 ? -2 * n - 1 : 2 * n)
const unzigzag = (n: number) => (n % 2 === 1 ? -(n + 1) / 2 : n / 2)

/** Seven bits per byte, lowest first; the eighth bit means more follow. */
function write(bytes: number[], n: number) {
  let rest = n
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

class Reader {
  readonly #bytes: Uint8Array
  #place = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get hasMore(): boolean {
    return this.#place < this.#bytes.length
  }

  next(): number {
    let n = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#place++]
      if (byte === undefined) throw new Error('packed positions end in the middle of a number')
      n += (byte % 128) * unit
      if (byte < 128) return n
    }
  }
}
