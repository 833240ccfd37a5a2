// The optimal round trip through a few stops (Held–Karp): the shortest path for each set of stops and last stop.

/** Stops besides the gate. Each additional stop doubles time and memory; twelve take a few milliseconds. */
export const fewStops = 10

/** From the gate, the last of `size`, through all the other stops and back; returns those in order. */
export function shortestRound(lengths: Float64Array, size: number): number[] {
  const gate = size - 1
  const everyone = (1 << gate) - 1
  const metres = new Float64Array((everyone + 1) * gate).fill(Number.POSITIVE_INFINITY)
  const before = new Int8Array((everyone + 1) * gate)
  const length = (a: number, b: number) => lengths[a * size + b] as number
  const along = (served: number, last: number) => metres[served * gate + last] as number

  for (let stop = 0; stop < gate; stop++) metres[(1 << stop) * gate + stop] = length(gate, stop)
  for (let served = 1; served < everyone; served++)
    for (let last = 0; last < gate; last++) {
      if (along(served, last) === Number.POSITIVE_INFINITY) continue
      for (let next = 0; next < gate; next++) {
        if (served & (1 << next)) continue
        const then = served | (1 << next)
        const whole = along(served, last) + length(last, next)
        if (whole >= along(then, next)) continue
        metres[then * gate + next] = whole
        before[then * gate + next] = last
      }
    }

  let last = 0
  for (let stop = 1; stop < gate; stop++)
    if (along(everyone, stop) + length(stop, gate) < along(everyone, last) + length(last, gate)) last = stop
  const order: number[] = []
  for (let served = everyone; served; ) {
    order.push(last)
    const previous = before[served * gate + last] as number
    served &= ~(1 << last)
    last = previous
  }
  return order.toReversed()
}
