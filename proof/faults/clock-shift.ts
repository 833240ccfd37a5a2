// Loaded into the server before anything else (`node --import`): its clock is off by as many milliseconds as the file CLOCK_SHIFT_FILE says, from
// the moment it says so. Timers and `performance.now()` go on as they are, as they do on a real machine whose clock is set.
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.CLOCK_SHIFT_FILE ?? ''
/** Milliseconds for which one look at the file is enough. */
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
