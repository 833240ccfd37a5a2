// Positions as they rest: one after the other, each as its difference from the one before, in as few bytes as that takes. A driving truck costs about a dozen bytes a
// position; as a row of a table it would cost seventy.
import type { Fix } from './visits.ts'

/** As it is kept. `speed` in metres a second. */
export interface Position extends Fix {
  speed: number | null
}

/** Ten-millionths of a degree: a centimetre. */
const places = 1e7
/** Centimetres a second, decimetres. */
const speedUnits = 100
const accuracyUnits = 10
/** Metres a second. What drives faster is no truck, and a number that long would not fit. */
const fastest = 100

/** What is kept of one: rounded to what is written. */
export const rounded = ({ lat, lng, at, accuracy, speed }: Position): Position => ({
  lat: Math.round(lat * places) / places + 0, // there is no -0 degrees
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

/** 0 stands for « not known ». */
const optional = (value: number | null, units: number) => (value === null ? 0 : Math.max(0, Math.round(value * units)) + 1)

/** Small numbers of either sign become small numbers. Beyond 32 bits, as milliseconds are, bitwise operators do not reach. */
const zigzag = (n: number) => (n < 0 ? -2 * n - 1 : 2 * n)
const unzigzag = (n: number) => (n % 2 === 1 ? -(n + 1) / 2 : n / 2)

/** Seven bits a byte, the lowest first; the eighth says that there is more. */
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
      if (byte === undefined) throw new Error('positions that end in the middle of a number')
      n += (byte % 128) * unit
      if (byte < 128) return n
    }
  }
}
