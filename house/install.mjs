// What the lock says is what is installed. Runs before anything is installed: Node's own modules only.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alone } from './alone.mjs'
import { run } from './child.mjs'
import { Failure, say } from './say.mjs'

/** @typedef {{ version?: string, optional?: boolean, link?: boolean, integrity?: string, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage */

export async function ensureInstalled() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return // by the command that we waited for
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

/**
 * The Node of the package that fits this machine, if there is one. npm 10 may forget the link that makes it the `node` of the
 * scripts; it is made here.
 */
export function ownNode(root = '.') {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const fits = Object.keys(optionalDependencies).find((name) => existsSync(join(root, 'node_modules', name, 'bin', 'node')))
  if (!fits) return undefined
  const link = join(root, 'node_modules', '.bin', 'node')
  try {
    if (!existsSync(link)) symlinkSync(join('..', fits, 'bin', 'node'), link)
  } catch {
    // not ours to write, or made just now by another command: either way the program itself is there
  }
  return resolve(root, 'node_modules', fits, 'bin', 'node')
}

/**
 * npm notes what it installed in node_modules/.package-lock.json, last of all: an install cut short counts as none, and one
 * made by hand counts as done.
 */
export function isInstalled(root = '.') {
  const noted = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const have = packagesOf(noted)
  // A workspace's own node_modules may be gone although the root's note still names it.
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
 * Packages that name a C library, or no machine at all (another platform's package needs them), or that no registry could describe when
 * the lock was completed, are npm's own choice.
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

/** The npm that runs us, not another one that the path may hold. @param {string[]} args */
function npm(args) {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? run(process.execPath, [running, ...args]) : run('npm', args)
}
