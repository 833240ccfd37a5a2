// The browser for tests: one already on the machine, or the distribution's package. npm downloads none.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { say } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const applications = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * No sandbox: root and most containers can't have one, and the tests open only our own pages. Only maps draw with the
 * software graphics card: compositing whole pages with it costs three times as much. A picture of a page may then lack
 * a strip of a map (see `chromiumArgsForPictures`).
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

/** Slower, but complete. */
export const chromiumArgsForPictures = chromiumArgs.filter((arg) => arg !== '--disable-gpu-compositing')

export const chromiumMissing =
  'Chromium est introuvable et les tests de navigateur en ont besoin. ' +
  'Installez-le (par exemple : sudo apt-get install --no-install-recommends chromium) ou donnez son chemin dans la variable ' +
  'CHROMIUM.'

export function findChromium(): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const usual = [...folders, ...path].flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM, ...usual, ...applications].find((file) => file && isExecutable(file))
}

/** Only root may install, and only with apt; otherwise the result is undefined and the caller reports it. */
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
