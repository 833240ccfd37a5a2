// Loaded into the server before anything else (`node --import`): shifts its clock by the milliseconds in the file
// CLOCK_SHIFT_FILE, as soon as the file changes. Timers and `performance.now()` are unaffected, as on a real machine
// whose clock is set.
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.CLOCK_SHIFT_FILE ?? ''
/** Milliseconds between two reads of the file. */
const lookFor = 50
let shift = 0
let lookedAt = Number.NEGATIVE_INFINITY

function shifted(): number {
  if (performance.now() - lookedAt > lookFor) {
    lookedAt = performance.now()
    shift = Number(readFileSync(file, 'utf8')) || 0
  }
  return RealDate.now() + shift
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length ? given : [shifted()], newTarget) as object,
  apply: () => new RealDate(shifted()).toString(),
  get: (target, name, receiver) => (name === 'now' ? shifted : Reflect.get(target, name, receiver)),
})
