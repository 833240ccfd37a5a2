// Builds the web application again when its sources have changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child.mjs'
import { filesUnder } from './files.ts'
import { withFolderLock } from './folder-lock.mjs'
import { precompress } from './precompress.ts'
import { Failure, say } from './say.mjs'

const built = 'web/dist'
/** Not in web/, where it would change its own hash, nor in dist, where it would be served. */
const stamp = 'node_modules/.web-sources'

export async function buildWeb(): Promise<void> {
  const sources = hashOfSources()
  if (isBuiltFrom(sources)) return
  await withFolderLock(async () => {
    if (isBuiltFrom(sources)) return // by the command we waited for
    say('Construction de l’application web…')
    sweep()
    await buildAside(`dist.new-${process.pid}`)
    writeFileSync(stamp, sources)
  })
}

function isBuiltFrom(sources: string): boolean {
  return existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Built aside and moved into place: an interrupted build, or one under a running server, never shows half an app. */
async function buildAside(folder: string): Promise<void> {
  const aside = join('web', folder)
  try {
    for (const config of ['vite.config.ts', 'vite.operator.config.ts', 'vite.quotes.config.ts']) {
      const given = ['--config', config, '--logLevel', 'error', '--outDir', folder]
      const code = await run(process.execPath, ['../node_modules/vite/bin/vite.js', 'build', ...given], {
        cwd: 'web',
        env: { ...process.env, NODE_ENV: 'production' }, // React's development build is four times the size
      })
      if (code !== 0) throw new Failure('La construction de l’application web a échoué ; l’erreur est affichée ci-dessus.')
    }
    await precompress(aside)
    const previous = join('web', `dist.old-${process.pid}`)
    if (existsSync(built)) renameSync(built, previous)
    renameSync(aside, built)
    rmSync(previous, { recursive: true, force: true })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Removes what a killed build left. Only the lock holder gets here, so no folder is in use. */
function sweep(): void {
  for (const name of readdirSync('web')) if (/^dist\.(new|old)-/.test(name)) rmSync(join('web', name), { recursive: true, force: true })
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = [...filesUnder('web'), ...filesUnder('core'), 'house/precompress.ts', 'package-lock.json', 'tsconfig.base.json']
  for (const file of files) if (!/\.test\.tsx?$/.test(file)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
