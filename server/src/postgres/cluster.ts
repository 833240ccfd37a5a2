// The folder of a cluster: who owns it, and how it is created.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findBinaries } from './binaries.ts'
import { type Account, type Cluster, isAlive, PostgresTrouble, plainEnv } from './process.ts'

export interface ClusterOptions {
  /** PostgreSQL settings, as in postgresql.conf. */
  settings?: Record<string, string>
}

const isRoot = process.getuid?.() === 0

export async function findOrCreateCluster(dir: string, { settings = {} }: ClusterOptions, signal?: AbortSignal): Promise<Cluster> {
  const account = accountFor(dir)
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
  const { bin, major } = await findBinaries(account)
  const cluster = { dir, bin, account, settings, dataPath }
  if (!existsSync(join(dir, 'PG_VERSION'))) await createCluster(cluster, signal)
  const made = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (made !== major) {
    throw new PostgresTrouble(
      `Les données de ${dir} sont de PostgreSQL ${made}, et ce Bordée apporte PostgreSQL ${major} : exportez-les avec l’ancienne version.`,
    )
  }
  return { ...cluster, password: readFileSync(passwordFile(dir), 'utf8') }
}

/** PostgreSQL refuses root: it then runs as the owner of the data, or as a user that every Linux has. */
function accountFor(dir: string): Account {
  const owner = ownerOf(dir)
  if (!isRoot) {
    const isOthers = owner ? owner.uid !== process.getuid?.() : !mayWrite(dirname(dir))
    if (isOthers) {
      throw new PostgresTrouble(
        `Le dossier de données ${dirname(dir)} appartient à un autre compte, ` +
          'sans doute parce que Bordée y a d’abord été démarrée en root. ' +
          'Démarrez-la avec ce compte, ou choisissez un autre DATA_DIR.',
      )
    }
    return {}
  }
  if (owner?.uid) return owner
  const users = readUsers()
  const found =
    users.find((user) => user.uid !== 0 && user.uid === ownerOf(dirname(dir))?.uid) ??
    users.find(named('postgres')) ??
    users.find(named('nobody'))
  if (!found)
    throw new PostgresTrouble('PostgreSQL ne tourne pas en root, et cette machine n’a ni utilisateur postgres ni utilisateur nobody.')
  return { uid: found.uid, gid: found.gid }
}

const named = (name: string) => (user: { name: string }) => user.name === name

/** Undefined if there is nothing yet. A path we can't even stat belongs to someone else. */
function ownerOf(path: string): { uid: number; gid: number } | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? { uid: 0, gid: 0 } : undefined
  }
}

function mayWrite(folder: string): boolean {
  if (!existsSync(folder)) return true
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** initdb needs a user with a name: a bare uid won't do. */
function readUsers(): { name: string; uid: number; gid: number }[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => line.split(':')).map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** A program inherits its working folder, so it needs no access to the folders above it, such as root's home. */
function dataPath(dir: string): string {
  return isRoot && process.platform === 'linux' ? '/proc/self/cwd' : dir
}

/** Inside the cluster, so that both are created together. */
const passwordFile = (dir: string) => join(dir, 'owner.password')

/** Created aside and moved into place: a kill in the middle, or two starts at once, leave no half-made cluster. */
async function createCluster(cluster: Omit<Cluster, 'password'>, signal?: AbortSignal): Promise<void> {
  const { dir, account, settings } = cluster
  sweep(dir)
  const half = `${dir}.new-${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  own(half, account)
  try {
    const sync = settings.fsync === 'off' ? ['--no-sync'] : []
    const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'] // not the terminal's locale
    const access = ['-U', 'postgres', '--auth-host=scram-sha-256', '--auth-local=reject']
    await run(cluster, half, 'initdb', ['-D', dataPath(half), ...encoding, ...access, ...sync], '', signal)
    const password = randomBytes(24).toString('base64url')
    writeFileSync(passwordFile(half), password, { mode: 0o600 })
    own(passwordFile(half), account)
    // Sent on standard input before the server ever listens: no password on a command line or in a temporary file.
    const roles = `create role bordee_owner login createrole createdb password '${password}'\ncreate database bordee owner bordee_owner\n`
    await run(cluster, half, 'postgres', ['--single', '-D', dataPath(half), 'postgres'], roles, signal)
    moveIntoPlace(half, dir)
  } finally {
    rmSync(half, { recursive: true, force: true })
    sweep(dir) // what an orphan wrote meanwhile
  }
}

function moveIntoPlace(half: string, dir: string): void {
  try {
    renameSync(half, dir)
  } catch {
    if (existsSync(join(dir, 'PG_VERSION'))) return // another start was faster
    throw new PostgresTrouble(`Le dossier ${dir} contient autre chose qu’une base de Bordée; videz-le ou choisissez un autre DATA_DIR.`)
  }
}

/** Removes the leftovers of killed starts. Their initdb may still be writing there. */
function sweep(dir: string): void {
  const prefix = `${basename(dir)}.new-`
  for (const name of readdirSync(dirname(dir))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(dirname(dir), name), { recursive: true, force: true, maxRetries: 20 })
  }
}

function own(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** In its own process group: Ctrl+C must not reach it behind our back, and an abort ends it with its children. */
async function run(
  { bin, account }: Omit<Cluster, 'password'>,
  cwd: string,
  tool: string,
  args: string[],
  input: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(join(bin, tool), args, { ...account, cwd, env: plainEnv, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // it has just ended
    }
  }
  signal?.addEventListener('abort', kill, { once: true })
  child.stdin.on('error', () => undefined) // it ended before reading; its exit code tells
  child.stdin.end(input)
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  if (code !== 0) throw new PostgresTrouble(`${tool} a échoué dans ${cwd} :\n${out}${err}`)
}
