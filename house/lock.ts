// A registry may not serve every platform's optional packages. npm then omits them from the lock, and `npm ci` refuses
// the lock that `npm install` just wrote. A bare record for each is enough (docs/decisions/0003-locked-install.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { say } from './say.mjs'

export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

const file = 'package-lock.json'
const systems = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix']

/** Run it after each change of dependencies. */
export async function lock(): Promise<number> {
  const whole = readLock()
  const added = completeLock(whole)
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
  say(added.length > 0 ? `Fiches ajoutées à ${file} : ${added.join(', ')}.` : `${file} est déjà complet.`)
  return 0
}

export const readLock = () => JSON.parse(readFileSync(file, 'utf8')) as Lock

/** Adds a record for each optional dependency that has none, and returns their names. */
export function completeLock(whole: Lock): string[] {
  const added: string[] = []
  for (const [path, entry] of Object.entries(whole.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isRecorded(whole, path, name)) continue
      whole.packages[`node_modules/${name}`] = bareRecord(name, range, entry.dev)
      added.push(name)
    }
  }
  if (added.length > 0) {
    // npm's own order, so that its next rewrite moves nothing
    whole.packages = Object.fromEntries(Object.entries(whole.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  }
  return added
}

/** Looks in the package's own node_modules and in those of the folders above it, as Node does. */
function isRecorded({ packages }: Lock, path: string, name: string): boolean {
  for (let folder = path; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder}/node_modules/${name}`]) return true
  }
  return packages[`node_modules/${name}`] !== undefined
}

/** It has no integrity, so npm never installs from it: it names only platforms the registry doesn't serve. */
function bareRecord(name: string, range: string, dev: boolean | undefined): LockedPackage {
  const cpu = /-(arm64|x64|ia32|arm|ppc64|s390x|riscv64)/.exec(name)?.[1]
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(dev && { dev }),
    optional: true,
    os: [systems.find((system) => name.includes(system)) ?? 'none'],
    ...(name.includes('musl') && { libc: ['musl'] }),
    ...(cpu && { cpu: [cpu] }),
  }
}
