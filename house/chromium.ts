// The browser of the tests: one that the machine has, or the distribution's own. None is downloaded by npm.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { say } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const applications = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * No sandbox: root and most containers cannot have one, and the tests open our own pages only. Maps draw without a graphics card; but only maps:
 * whole pages that are put together by an imitated one cost three times as much. (A picture of a page may then lack a strip of a map: see `chromiumArgsForPictures`.)
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
]

/** Slower, and whole. */
export const chromiumArgsForPictures = chromiumArgs.filter((arg) => arg !== '--disable-gpu-compositing')

export const chromiumMissing =
  'Chromium est introuvable et les tests de navigateur en ont besoin. Installez-le (par exemple : sudo apt-get install --no-install-recommends chromium) ou donnez son chemin dans la variable CHROMIUM.'

export function findChromium(): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const usual = [...folders, ...path].flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM, ...usual, ...applications].find((file) => file && isExecutable(file))
}

/** Only root may install, and only where there is apt; otherwise the answer is undefined and the caller says so. */
export async function findOrInstallChromium(): Promise<string | undefined> {
  const found = findChromium()
  if (found || process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return found
  say('Installation de Chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const patient = ['-o', 'Acquire::Retries=3', '-qq']
  await run('apt-get', [...patient, 'update'], { env })
  await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', 'chromium'], { env })
  return findChromium()
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
