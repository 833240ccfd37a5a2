// Keeps the benches runnable even if nobody runs them for a month, and the table of results complete.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Bench } from '../proof/bench/bench.ts'

const folder = new URL('../proof/bench/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))

test('every bench can be loaded, and the table shows what each measured', async () => {
  const titles = await Promise.all(files.map(async (file) => ((await import(new URL(file, folder).href)) as { bench: Bench }).bench.title))
  const table = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8')
  const measured = [...table.matchAll(/^\| [✓✗] \| (.+?) \|/gm)].map(([, title = '']) => title)

  expect(titles.length).toBeGreaterThan(15)
  expect([...new Set(measured)].toSorted()).toEqual(titles.toSorted())
})
