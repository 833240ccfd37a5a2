import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { schemasWithoutDocuments, stylesByComponent } from './vite.config.ts'

// The operator's page is built apart: it shares no file with the office's, so that neither weighs on the other and the worker knows all of its own.
export default defineConfig({
  plugins: [react(), stylesByComponent(), schemasWithoutDocuments(), worker()],
  worker: { format: 'es' },
  publicDir: false,
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    emptyOutDir: false,
    assetsDir: 'operateur/assets',
    rolldownOptions: { input: 'operateur/index.html' },
  },
})

/** What stands beside the build, and does not pass through it. */
const beside = ['/operateur', '/operateur/manifest.webmanifest', '/operateur/icon-192.png', '/icon.svg']

/** Writes the worker with the names of the files that it keeps. */
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
