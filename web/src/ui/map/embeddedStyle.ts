// A map that needs no outside service: no tiles, no glyph server. Names are drawn with the page's font.
import { parks, relief, river } from '@bordee/core/landscape.ts'
import type { Feature, FeatureCollection, Geometry, LineString } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { type ColorScheme, quietInk } from '../inks.ts'
import { places } from './places.ts'

export const font = ['Figtree Variable']
/** For the number of a house: the dot of its site covers the middle. */
export const belowDot = { 'text-anchor': 'top', 'text-offset': [0, 0.8] } satisfies SymbolLayerSpecification['layout']

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
const feature = (properties: object, geometry: Geometry): Feature => ({ type: 'Feature', properties: { ...properties }, geometry })
const nothing = collection([])

export const mapColors = {
  light: {
    ground: '#F1F3EF',
    water: '#D0E3EC',
    shore: '#B3CFDC',
    ruler: '#E8EDE9',
    mainRuler: '#DDE4DF',
    relief: '#9AA69F',
    park: '#D9E8D2',
    parkName: '#3E5C37',
    house: '#E2E0D8',
    houseEdge: '#BDB9AC',
    street: '#FFFFFF',
    highway: '#FBEFD3',
    streetEdge: '#CDD8D3',
    mainEdge: '#B7C7C2',
    streetName: quietInk,
    streetHalo: '#FFFFFF',
    placeName: '#3B5053',
    /** Behind the names of places and areas. */
    halo: '#F3F6F4',
  },
  dark: {
    ground: '#1A2527',
    water: '#14323D',
    shore: '#24495A',
    ruler: '#202D2F',
    mainRuler: '#273638',
    relief: '#8FA09B',
    park: '#20342A',
    parkName: '#A9C9A4',
    house: '#2B3739',
    houseEdge: '#46565A',
    street: '#3A4A4C',
    highway: '#57513F',
    streetEdge: '#111A1B',
    mainEdge: '#0C1415',
    streetName: '#C6D4D2',
    streetHalo: '#1F2C2E',
    placeName: '#D5E1DF',
    halo: '#1A2527',
  },
} satisfies Record<ColorScheme, Record<string, string>>

/** Streets and houses are added as they come into view (`town.ts`). */
export function embeddedStyle(scheme: ColorScheme): StyleSpecification {
  const colors = mapColors[scheme]
  return {
    version: 8,
    sources: {
      ruler: { type: 'geojson', data: nothing },
      streets: { type: 'geojson', data: nothing },
      houses: { type: 'geojson', data: nothing, tolerance: 0.05 },
      relief: {
        type: 'geojson',
        data: collection(relief.map(({ line, metres }) => feature({ metres }, { type: 'LineString', coordinates: line }))),
      },
      parks: {
        type: 'geojson',
        data: collection(parks.map(({ name, ring }) => feature({ name }, { type: 'Polygon', coordinates: [ring] }))),
      },
      water: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: river } } },
      places: {
        type: 'geojson',
        data: collection(
          places.map(([name, longitude, latitude, rank]) => feature({ name, rank }, { type: 'Point', coordinates: [longitude, latitude] })),
        ),
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.ground } },
      {
        id: 'ruler',
        type: 'line',
        source: 'ruler',
        paint: { 'line-color': ['case', ['get', 'main'], colors.mainRuler, colors.ruler], 'line-width': ['case', ['get', 'main'], 1, 0.6] },
      },
      {
        id: 'relief',
        type: 'line',
        source: 'relief',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colors.relief, 'line-opacity': 0.16, 'line-width': onTheGround(1), 'line-blur': onTheGround(0.8) },
      },
      { id: 'parks', type: 'fill', source: 'parks', paint: { 'fill-color': colors.park } },
      { id: 'water', type: 'fill', source: 'water', paint: { 'fill-color': colors.water } },
      { id: 'shore', type: 'line', source: 'water', paint: { 'line-color': colors.shore, 'line-width': 1 } },
      {
        id: 'streets-edge',
        type: 'line',
        source: 'streets',
        minzoom: 10,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': ['case', ['get', 'isMain'], colors.mainEdge, colors.streetEdge], 'line-width': widths(1.6) },
      },
      {
        id: 'streets',
        type: 'line',
        source: 'streets',
        minzoom: 10,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': ['case', ['get', 'isHighway'], colors.highway, colors.street], 'line-width': widths(0) },
      },
      {
        id: 'houses',
        type: 'fill',
        source: 'houses',
        minzoom: 15.5,
        paint: {
          'fill-color': colors.house,
          'fill-outline-color': colors.houseEdge,
          'fill-opacity': ['interpolate', ['linear'], ['zoom'], 15.5, 0, 16, 1],
        },
      },
      {
        id: 'houses-numbers',
        type: 'symbol',
        source: 'houses',
        minzoom: 17,
        layout: { 'text-field': ['get', 'civicNumber'], 'text-font': font, 'text-size': 11, ...belowDot },
        paint: { 'text-color': colors.streetName, 'text-halo-color': colors.house, 'text-halo-width': 1.2 },
      },
      {
        id: 'parks-names',
        type: 'symbol',
        source: 'parks',
        minzoom: 12.5,
        layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 12, 'text-max-width': 8 },
        paint: { 'text-color': colors.parkName, 'text-halo-color': colors.park, 'text-halo-width': 1.4 },
      },
      {
        id: 'main-names',
        type: 'symbol',
        source: 'streets',
        minzoom: 11.5,
        maxzoom: 13.5,
        filter: ['get', 'isMain'],
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 500,
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': 11,
        },
        paint: { 'text-color': colors.streetName, 'text-halo-color': colors.streetHalo, 'text-halo-width': 1.6 },
      },
      {
        id: 'streets-names',
        type: 'symbol',
        source: 'streets',
        minzoom: 13.5,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 320,
          'symbol-sort-key': ['case', ['get', 'isMain'], 0, 1],
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': ['interpolate', ['linear'], ['zoom'], 13.5, 11, 18, 14],
        },
        paint: { 'text-color': colors.streetName, 'text-halo-color': colors.streetHalo, 'text-halo-width': 1.6 },
      },
      {
        id: 'places',
        type: 'symbol',
        source: 'places',
        filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 6, 2, 8, 3, 10, 4]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': ['match', ['get', 'rank'], 1, 16, 2, 14, 12.5],
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: { 'text-color': colors.placeName, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
      },
    ],
  }
}

/** The width of a street by zoom, wider for main ones; `edge` adds pixels for the line beneath. */
const widths = (edge: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  10,
  ['case', ['get', 'isMain'], 1 + edge, 0.4 + edge],
  14,
  ['case', ['get', 'isMain'], 4.5 + edge, 2.5 + edge],
  18,
  ['case', ['get', 'isMain'], 48 + edge, 36 + edge],
]

/** So many metres wide at every zoom; `part` of it. At zoom 0 a pixel is 53.6 km at the latitude of Québec City. */
const onTheGround = (part: number): ExpressionSpecification => {
  const at = (zoom: number): ExpressionSpecification => ['*', ['get', 'metres'], (part * 2 ** zoom) / 53_600]
  return ['interpolate', ['exponential', 2], ['zoom'], 6, at(6), 16, at(16)]
}

/** Draws grid lines a round number of metres apart, so that even an empty map gives a sense of scale. */
export function drawRuler(map: MapLibre): void {
  const source = map.getSource<GeoJSONSource>('ruler')
  if (!source) return
  const bounds = map.getBounds()
  const latitude = Math.round(map.getCenter().lat)
  const height = (bounds.getNorth() - bounds.getSouth()) * metresPerDegree
  const metres = steps.find((step) => height / step < 14) ?? 500_000
  const rows = lines(bounds.getSouth(), bounds.getNorth(), metres / metresPerDegree)
  const columns = lines(bounds.getWest(), bounds.getEast(), metres / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)))
  const line = (a: [number, number], b: [number, number], main: boolean): Feature<LineString> => ({
    type: 'Feature',
    properties: { main },
    geometry: { type: 'LineString', coordinates: [a, b] },
  })
  void source.setData({
    type: 'FeatureCollection',
    features: [
      ...rows.map(({ at, main }) => line([bounds.getWest(), at], [bounds.getEast(), at], main)),
      ...columns.map(({ at, main }) => line([at, bounds.getSouth()], [at, bounds.getNorth()], main)),
    ],
  })
}

const metresPerDegree = 111_320
const steps = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000]

/** Every fifth line is a main one. */
function lines(from: number, to: number, step: number) {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => ({
    at: (first + i) * step,
    main: (first + i) % 5 === 0,
  }))
}
