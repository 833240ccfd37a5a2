import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circles, importsAmong } from './circles.ts'
import { filesUnder } from './files.ts'

const files = ['core', 'server', 'web', 'proof'].flatMap(filesUnder).filter((file) => /\.(ts|tsx|mjs)$/.test(file))

test('no files import each other in a circle', () => {
  expect(circles(importsAmong(files, (file) => readFileSync(file, 'utf8')))).toEqual([])
})

test('a circle is found, through types and late imports too', () => {
  const texts: Record<string, string> = {
    'web/src/Chart.tsx': `const Drawn = late(() => import('./drawn.tsx'))`,
    'web/src/drawn.tsx': `import { colors } from './colors.ts'`,
    'web/src/colors.ts': `import type { ChartProps } from './Chart.tsx'`,
    'web/src/main.tsx': `import { Chart } from './Chart.tsx'`,
  }
  const found = circles(importsAmong(Object.keys(texts), (file) => texts[file] ?? ''))
  expect(found).toEqual([['web/src/Chart.tsx', 'web/src/colors.ts', 'web/src/drawn.tsx']])
})
