// `npm run bench [-- name …]`: every bench, or those named; docs/benchmarks.md keeps the last figures of each. Exits
// with 1 if a promise is broken. Not part of `npm test`: ratios hold anywhere, but a busy machine measures its
// neighbours.
import { readdirSync } from 'node:fs'
import type { Bench, Measure } from './bench.ts'
import { record } from './record.ts'

const wanted = process.argv.slice(2)
const here = new URL('.', import.meta.url)
const names = readdirSync(here).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [])
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length) {
  console.error(`Unknown bench: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(1)
}

const rows: (Measure & { title: string })[] = []
let failed = false
for (const name of names.filter((one) => !wanted.length || wanted.includes(one))) {
  const { bench } = (await import(new URL(`${name}.bench.ts`, here).href)) as { bench: Bench }
  console.log(`… ${bench.title}`)
  try {
    rows.push(...(await bench.run()).map((measure) => ({ ...measure, title: bench.title })))
  } catch (error) {
    failed = true
    console.error(error)
  }
}

console.log('')
for (const { title, what, ratio, most, figures } of rows) {
  const kept = ratio <= most
  failed ||= !kept
  console.log(`${kept ? '✓' : '✗'} ${title}: ${what}`)
  console.log(`    ratio ${ratio.toFixed(3)}, promised at most ${most} (${figures})`)
}
record(rows)
process.exit(failed ? 1 : 0)
