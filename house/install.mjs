// Installs exactly what the lock says. Runs before anything is installed, so it uses only Node's own modules.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './child.mjs'
import { withFolderLock } from './folder-lock.mjs'
import { Failure, say } from './say.mjs'

/**
 * @typedef {{
 *   version?: string, optional?: boolean, link?: boolean, integrity?: string,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[],
 * }} LockedPackage
 */

export async function ensureInstalled() {
  if (isInstalled()) return
  await withFolderLock(async () => {
    if (isInstalled()) return // by the command we waited for
    say('Installation des dépendances…')
    // `production` in NODE_ENV would leave out the tools that build the web application.
    const code = await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) {
      throw new Failure(
        'L’installation des dépendances a échoué. Vérifiez la connexion au réseau et l’espace libre, puis relancez la commande.',
      )
    }
  })
}

/** The Node of the package for this machine, if any. npm 10 may forget to link it as the scripts' `node`; we do it. */
export function ownNode(root = '.') {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const fits = Object.keys(optionalDependencies).find((name) => existsSync(join(root, 'node_modules', name, 'bin', 'node')))
  if (!fits) return undefined
  const link = join(root, 'node_modules', '.bin', 'node')
  try {
    if (!existsSync(link)) symlinkSync(join('..', fits, 'bin', 'node'), link)
  } catch {
    // not writable, or another command just created it: either way the program is there
  }
  return resolve(root, 'node_modules', fits, 'bin', 'node')
}

/** npm writes node_modules/.package-lock.json last: an interrupted install counts as none, a manual one as done. */
export function isInstalled(root = '.') {
  const noted = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const have = packagesOf(noted)
  // A workspace's own node_modules may be gone although the root's record still lists it.
  const found = (/** @type {string} */ path) => (path.startsWith('node_modules/') || existsSync(join(root, path)) ? have[path] : undefined)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, wanted]) => !path.includes('node_modules/') || isThere(wanted, found(path)),
  )
}

/** @param {LockedPackage} wanted @param {LockedPackage | undefined} found */
function isThere(wanted, found) {
  if (found) return wanted.link || found.version === wanted.version
  return Boolean(wanted.optional) && !isForThisMachine(wanted)
}

/**
 * npm itself decides about packages that name a C library, that name no machine (another platform's package needs
 * them), or that no registry could describe when the lock was completed.
 * @param {LockedPackage} wanted
 */
function isForThisMachine({ os, cpu, libc, integrity }) {
  return Boolean(integrity && (os ?? cpu)) && !libc && accepts(os, process.platform) && accepts(cpu, process.arch)
}

/** @param {string | string[] | undefined} list @param {string} mine */
function accepts(list, mine) {
  return list === undefined || [list].flat().includes(mine)
}

/** @param {string} file @returns {Record<string, LockedPackage>} */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** The npm that runs us, not another one on the path. @param {string[]} args */
function npm(args) {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? run(process.execPath, [running, ...args]) : run('npm', args)
}
