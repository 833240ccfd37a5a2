// The style of the vector map that our own server serves (a PMTiles archive of Protomaps' layers): no sprites, no glyph
// server. Loaded only where such a map is installed.
import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type ExpressionSpecification, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import type { ColorScheme } from '../inks.ts'
import { belowDot, font, mapColors } from './embeddedStyle.ts'

addProtocol('pmtiles', new Protocol().tile)

const source = 'archive'
const frenchName: ExpressionSpecification = ['coalesce', ['get', 'name:fr'], ['get', 'name']]

export function archiveStyle(archive: string, scheme: ColorScheme): StyleSpecification {
  const { ground, water } = mapColors[scheme]
  const flavor = { ...namedFlavor(scheme), background: ground, earth: ground, water }
  const url = `pmtiles://${new URL(archive, location.href).href}`
  const attribution = '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a>'
  return {
    version: 8,
    sources: { [source]: { type: 'vector', url, attribution } },
    layers: layers(source, flavor, { lang: 'fr' }).flatMap(drawn),
  }
}

/** Pictures would come from a sprite; what a picture alone says is left out. */
function drawn(layer: LayerSpecification): LayerSpecification[] {
  if (layer.type !== 'symbol') return [layer]
  if (layer.id === 'roads_oneway' || layer.id === 'roads_shields' || layer.id === 'pois') return []
  const layout = Object.fromEntries(Object.entries(layer.layout ?? {}).filter(([key]) => !key.startsWith('icon-')))
  const isNumber = layer.id === 'address_label'
  return [{ ...layer, layout: { ...layout, 'text-font': font, ...(isNumber ? belowDot : { 'text-field': frenchName }) } }]
}
