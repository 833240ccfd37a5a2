import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Plugin, transformWithOxc } from 'vite'

const library = createRequire(import.meta.url)
  .resolve('maplibre-gl/package.json')
  .replace(/package\.json$/, '')
const { version } = createRequire(import.meta.url)('maplibre-gl/package.json') as { version: string }

const source = (path: string) => new RegExp(`maplibre-gl/src/${path}\\.ts$`)

/**
 * What our maps never show, because they are flat and seen from above (`flat` in src/ui/map/createMap.ts), and what only
 * serves developers.
 */
const unused = [
  source('geo/projection/(globe_(?!utils)|vertical_perspective_)\\w+'),
  source('(render/terrain|render/terrain_coverage|tile/terrain_tile_manager|webgl/render_to_texture)'),
  source('webgl/(draw/draw_|program/)(color_relief|debug|collision_debug|custom|fill_extrusion|heatmap|terrain)(_program)?'),
  source('style/style_layer/(color_relief|custom|fill_extrusion|heatmap)_style_layer'),
  source('data/bucket/(fill_extrusion|heatmap)_bucket'),
  source('source/(canvas|image|video)_source'),
  source('ui/(hash|control/logo_control)'),
  source('shaders/glsl/(_projection_globe|color_relief|debug|fill_extrusion|heatmap|terrain)\\w*\\.\\w+\\.glsl\\.g'),
  /maplibre-gl-style-spec\/dist\/(validate\/\w+|validate_style\.min)\.mjs$/,
  /maplibre-gl-style-spec\/dist\/expression\/definitions\/(collator|distance|number_format|within)\.mjs$/,
]

const murmurhash = readFileSync(createRequire(import.meta.url).resolve('murmurhash-js/murmurhash3_gc.js'), 'utf8')

/** Modules with another text. */
const replaced: [RegExp, string][] = [
  [source('source/vector_tile_mlt'), 'export const MLTVectorTile = undefined'],
  [
    source('style/validate_style'),
    `const nothing = () => false
    export { nothing as emitValidationErrors, nothing as validateAndEmit, nothing as validateStyle, nothing as validateStyleAndEmit }
    export const SPEC_SOURCE_TYPES = new Set()`,
  ],
  // Names of places in Arabic or Hebrew are not drawn: what turns them round weighs as much as all our own map code.
  [source('symbol/arabic_shaping'), 'export const applyArabicShaping = (text) => text'],
  [
    source('symbol/bidi'),
    'const nothing = () => []\nexport { nothing as processBidirectionalText, nothing as processStyledBidirectionalText }',
  ],
  // As a module: what CommonJS needs would be shared with the application, in a file of its own on every page.
  [/murmurhash-js\/index\.js$/, `${murmurhash}\nexport default murmurhash3_32_gc`],
]

/** Rules for controls that our maps don't have. They embed their pictures, several times each. */
const unusedRules =
  /[^{}]*maplibregl-(ctrl-(fullscreen|geolocate|globe|logo|shrink|terrain)|cooperative|popup|user-location)[^{}]*\{[^{}]*\}/g

/**
 * In a build, MapLibre comes from its sources, so that page and worker share one file: the published worker repeats a third
 * of what the page already has. Also leaves out what our maps don't use: the above, MapLibre's own tile format, and
 * the rest of its package.json.
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
      filter: { id: /maplibre-gl\/(src\/.+\.ts|dist\/maplibre-gl\.css)$/ },
      handler: (code, id) =>
        id.endsWith('.css')
          ? code.replace(unusedRules, '')
          : transformWithOxc(code, id, { typescript: { removeClassFieldsWithoutInitializer: true } }),
    },
    load: {
      filter: {
        id: [/maplibre-gl-worker\.mjs\?worker&url$/, /maplibre-gl\/package\.json$/, ...replaced.map(([module]) => module), ...unused],
      },
      handler(id) {
        if (id.endsWith('package.json')) return JSON.stringify({ version })
        if (id.endsWith('?worker&url')) {
          const worker = this.emitFile({ type: 'chunk', id: `${library}src/source/worker.ts`, name: 'map-worker' })
          return `export default import.meta.ROLLUP_FILE_URL_${worker}`
        }
        return replaced.find(([module]) => module.test(id))?.[1] ?? emptied(readFileSync(id, 'utf8'))
      },
    },
  }
}

/** A module with the same exports, all of which do nothing. Functions, because other classes extend some of them. */
function emptied(code: string): string {
  const declared = [...code.matchAll(/^export (?:abstract )?(?:class|const|function) (\w+)/gm)].map(([, name]) => name)
  const listed = [...code.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, names = '']) => names.match(/\w+(?=\s*(,|$))/g) ?? [])
  const named = [...declared, ...listed].map((name) => `export function ${name}() {}`)
  return [...named, ...(/^export default /m.test(code) ? ["export default ''"] : [])].join('\n')
}
