import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { mapInOneBuild } from './mapInOneBuild.ts'
import { pageApart, schemasWithoutDocuments, stylesByComponent } from './vite.config.ts'

// The operator's page has its own build: it shares no file with the back-office, so neither makes the other heavier,
// and its service worker knows all of its files.
export default defineConfig({
  plugins: [react(), mapInOneBuild(), stylesByComponent(), schemasWithoutDocuments(), worker()],
  ...pageApart('operateur'),
})

/** Files that the worker caches but the build doesn't produce. */
const beside = ['/operateur', '/operateur/manifest.webmanifest', '/operateur/icon-192.png', '/icon.svg']

/** Writes the service worker, with the list of the files to cache. */
function worker(): Plugin {
  return {
    name: 'worker-of-the-operator',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = [
        ...beside,
        ...Object.keys(bundle)
          .filter((name) => /\/assets\/.+\.(js|mjs|css|woff2)$/.test(name))
          .map((name) => `/${name}`),
      ]
      const source = readFileSync('operateur/sw.js', 'utf8').replace('__FILES__', JSON.stringify(files))
      const version = createHash('sha256').update(source).digest('base64url').slice(0, 12)
      this.emitFile({ type: 'asset', fileName: 'operateur/sw.js', source: source.replace('__VERSION__', version) })
    },
  }
}
