// `npm run audit`: the licences of everything installed, and the vulnerabilities that the registry knows.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readLock } from './lock.ts'
import { complain, say } from './say.mjs'

/** Licences we may ship with, or use unchanged. LGPL is for sharp's image library, which is linked, never copied. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** `OR`: one allowed licence is enough; `AND`: all must be allowed. */
export function isAllowed(licence: string): boolean {
  const bare = licence.replace(/[()]/g, '')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return bare.split(' AND ').every((one) => allowed.has(one.trim()))
}

interface PackageFile {
  license?: string | { type: string }
}

/** The licence an installed package declares; undefined if not installed, like those of other systems. */
export function licenceOf(path: string): string | undefined {
  const file = `${path}/package.json`
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as PackageFile
  return (typeof license === 'string' ? license : license?.type) ?? 'none'
}

export function refusedLicences(): string[] {
  const installed = Object.entries(readLock().packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return installed.flatMap(([path]) => {
    const licence = licenceOf(path)
    return licence === undefined || isAllowed(licence) ? [] : [`${path.replace(/^.*node_modules\//, '')} (${licence})`]
  })
}

export async function audit(): Promise<number> {
  const refused = refusedLicences()
  for (const one of refused) complain(`Licence à examiner : ${one}`)
  if (refused.length === 0) say('Les licences de tout ce qui est installé sont admises.')
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const told = readAdvisories(stdout)
  if (!told) {
    complain('Le registre n’a pas répondu : les failles connues n’ont pas été cherchées. Cette partie demande un réseau.')
    return 2
  }
  for (const one of told) complain(`Faille connue : ${one}`)
  if (told.length === 0) say('Le registre ne connaît aucune faille de ce qui est verrouillé.')
  return refused.length + told.length > 0 ? 1 : 0
}

/** What `npm audit` found, a line each; undefined when it could not ask. */
export function readAdvisories(output: string): string[] | undefined {
  try {
    const { vulnerabilities } = JSON.parse(output) as { vulnerabilities?: Record<string, { severity: string }> }
    return vulnerabilities && Object.entries(vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`)
  } catch {
    return undefined
  }
}
