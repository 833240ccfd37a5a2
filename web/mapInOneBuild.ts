import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Plugin, transformWithOxc } from 'vite'

const library = createRequire(import.meta.url)
  .resolve('maplibre-gl/package.json')
  .replace(/package\.json$/, '')
const { version } = createRequire(import.meta.url)('maplibre-gl/package.json') as { version: string }

/**
 * In a build, MapLibre comes from its sources, so that page and worker share one file: the published worker repeats a third
 * of what the page already has. Also leaves out what our maps don't use: MapLibre's own tile format, and the rest of
 * its package.json.
 */
export function mapInOneBuild(): Plugin {
  return {
    name: 'map-in-one-build',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^maplibre-gl$/ },
      handler: () => `${library}src/index.ts`,
    },
    // Its classes declare fields that their parents have set already.
    transform: {
      filter: { id: /maplibre-gl\/src\/.+\.ts$/ },
      handler: (code, id) => transformWithOxc(code, id, { typescript: { removeClassFieldsWithoutInitializer: true } }),
    },
    load: {
      filter: {
        id: [
          /maplibre-gl-worker\.mjs\?worker&url$/,
          /murmurhash-js\/index\.js$/,
          /maplibre-gl\/(package\.json|src\/source\/vector_tile_mlt\.ts)$/,
        ],
      },
      handler(id) {
        if (id.endsWith('package.json')) return JSON.stringify({ version })
        if (id.endsWith('_mlt.ts')) return 'export const MLTVectorTile = undefined'
        // As a module: what CommonJS needs would be shared with the application, in a file of its own on every page.
        if (id.includes('murmurhash'))
          return `${readFileSync(id.replace('index.js', 'murmurhash3_gc.js'), 'utf8')}\nexport default murmurhash3_32_gc`
        const worker = this.emitFile({ type: 'chunk', id: `${library}src/source/worker.ts`, name: 'map-worker' })
        return `export default import.meta.ROLLUP_FILE_URL_${worker}`
      },
    },
  }
}
