import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const made = /^(node_modules|dist|dist\..*|test-results|playwright-report|\.data|\.git|\.house-lock)$/

/** The hand-written files under a folder, in a stable order, with `/` as separator. */
export function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !made.test(entry.name))
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name).replaceAll('\\', '/')
      if (entry.isDirectory()) return filesUnder(path)
      return entry.isFile() ? [path] : []
    })
}
