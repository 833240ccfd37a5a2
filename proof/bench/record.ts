// docs/benchmarks.md: every promise with its last measurement and machine. A partial run keeps the other lines.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { machine } from '../../house/machine.ts'
import type { Measure } from './bench.ts'

const file = new URL('../../docs/benchmarks.md', import.meta.url)
const head = `# What was promised, and what was measured

Written by \`npm run bench\`. Both sides of a ratio are measured in turns in one run, and first checked to be right; a promise is kept
when the ratio is at most what stands beside it. A busy machine measures its neighbours: the last column says where and when.

| | Bench | What | Ratio | At most | Figures | Where |
|---|---|---|---:|---:|---|---|
`

export function record(measures: readonly (Measure & { title: string })[]) {
  const lines = new Map(keptLines().map((line) => [keyOf(line), line]))
  for (const { title, what, ratio, most, figures } of measures) {
    const cells = [ratio <= most ? '✓' : '✗', title, what, short(ratio), short(most), figures, machine()]
    const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    lines.set(keyOf(line), line)
  }
  const sorted = [...lines].toSorted(([a], [b]) => a.localeCompare(b)).map(([, line]) => line)
  writeFileSync(file, `${head}${sorted.join('\n')}\n`)
}

const keptLines = () =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /^\| [✓✗] \|/.test(line))
    : []

/** The bench and what it measures, without figures, which would create a second line for the same promise. */
const keyOf = (line: string) =>
  line
    .split(' | ')
    .slice(1, 3)
    .join(' | ')
    .replaceAll(/\d+ × \d+|\((?:\d+: \d+(?:, )?)+\)/g, '')

const short = (ratio: number) => String(Number(ratio.toPrecision(3)))
