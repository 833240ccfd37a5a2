// docs/proof.md: what was tried on which machine, and what held. Each command writes its section and keeps the other.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../docs/proof.md', import.meta.url)
const titles = { faults: 'Faults', fuzz: 'Fuzz' }
type Part = keyof typeof titles

export function writeSection(part: Part, text: string) {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sections = (Object.keys(titles) as Part[]).map(
    (one) => `## ${titles[one]}\n\n${one === part ? text : (sectionIn(kept, one) ?? 'Not run yet.')}\n`,
  )
  writeFileSync(
    file,
    [
      '# What was tried, and what held',
      '',
      'Written by `npm run faults` and `npm run fuzz`; [decision 39](decisions/0039-faults-and-fuzz.md) says what each of them asks for.',
      '',
      ...sections,
    ].join('\n'),
  )
}

export const readSection = (part: Part) => (existsSync(file) ? sectionIn(readFileSync(file, 'utf8'), part) : undefined)

const sectionIn = (kept: string, part: Part) =>
  new RegExp(`^## ${titles[part]}\\n\\n([\\s\\S]*?)\\n(?=\\n?## |$(?![\\s\\S]))`, 'm').exec(kept)?.[1]
