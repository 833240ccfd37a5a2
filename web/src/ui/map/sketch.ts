// Our use of terra-draw: one polygon at a time, always simple, at least three corners.
import { isSimple, type Polygon } from '@bordee/core/geo.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  ValidateNotSelfIntersecting,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { amberInk, errorInk, spruceInk } from '../inks.ts'
import { fromGeoJson, toRing } from './geoJson.ts'

export interface SketchEvents {
  /** A polygon was drawn or edited, and is simple. */
  changed: (id: string, points: Polygon) => void
  drawn: (id: string) => void
  selected: (id: string | null) => void
  /** Whether the outline being drawn crosses itself. */
  crossing: (wrong: boolean) => void
}

export class Sketch {
  readonly #draw: TerraDraw
  readonly #events: SketchEvents
  /** The last simple shape of each polygon, restored when an edit is refused. */
  readonly #good = new Map<string, Polygon>()
  #selected: string | null = null

  constructor(map: MapLibre, events: SketchEvents) {
    this.#events = events
    const color = (feature: GeoJSONStoreFeatures) => (isCrossing(feature) ? errorInk : spruceInk)
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
      modes: [
        new TerraDrawPolygonMode({
          pointerDistance: closingReach(),
          validation: (feature, { updateType }) =>
            updateType === 'finish' || updateType === 'commit' ? ValidateNotSelfIntersecting(feature) : { valid: true },
          styles: {
            fillColor: color,
            fillOpacity: 0.22,
            outlineColor: color,
            outlineWidth: 2,
            closingPointColor: amberInk,
            closingPointWidth: 7,
            coordinatePointColor: amberInk,
            coordinatePointWidth: 5,
            coordinatePointOpacity: ({ properties }) => (properties.currentlyDrawing ? 1 : 0),
            coordinatePointOutlineWidth: 0,
          },
        }),
        new TerraDrawSelectMode({
          flags: {
            polygon: {
              feature: {
                draggable: true,
                // terra-draw would silently hold back a corner that crosses. We let it through, show it in red and
                // refuse it on release.
                selfIntersectable: true,
                coordinates: { midpoints: { draggable: true }, draggable: true, deletable: true },
              },
            },
          },
          // The keyboard belongs to the page: terra-draw's Delete would remove a zone without asking.
          keyEvents: null,
          styles: {
            selectedPolygonColor: color,
            selectedPolygonOutlineColor: amberInk,
            selectionPointColor: '#ffffff',
            selectionPointOutlineColor: spruceInk,
            selectionPointWidth: 6,
            midPointColor: amberInk,
            midPointWidth: 4,
          },
        }),
      ],
    })
    this.#draw.start()
    this.#draw.setMode('select')
    this.#draw.on('change', (ids) => this.#watch(ids.map(String)))
    this.#draw.on('finish', (id, { action }) => this.#settle(String(id), action === 'draw'))
    this.#draw.on('select', (id) => this.#say(String(id)))
    this.#draw.on('deselect', () => this.#say(null))
  }

  /** Makes the map show exactly these polygons. */
  show(polygons: { id: string; points: Polygon }[]) {
    const gone = [...this.#good.keys()].filter((id) => !polygons.some((polygon) => polygon.id === id))
    for (const id of gone) this.#forget(id)
    for (const { id, points } of polygons) {
      if (this.#good.get(id) === points) continue
      const known = this.#draw.hasFeature(id)
      this.#good.set(id, points)
      if (known) this.#draw.updateFeatureGeometry(id, toGeometry(points))
      else this.#put(id, points)
    }
  }

  /** Takes back the last corner of the polygon being drawn. */
  undo() {
    this.#draw.undo()
  }

  redo() {
    this.#draw.redo()
  }

  draw() {
    this.#draw.setMode('polygon')
    this.#showCorners(true)
  }

  edit() {
    this.#forget(previewId)
    this.#draw.setMode('select')
    this.#showCorners(false)
  }

  select(id: string | null) {
    if (id !== null && this.#draw.hasFeature(id)) this.#draw.selectFeature(id)
    else if (this.#selected) this.#draw.deselectFeature(this.#selected)
  }

  /** Adds a polygon whose corners were placed one by one, as if it had been drawn. */
  add(points: Polygon) {
    const id = crypto.randomUUID()
    this.edit()
    this.#put(id, points)
    this.#settle(id, true)
  }

  /** Shows the corners placed so far. */
  preview(points: Polygon) {
    this.#forget(previewId)
    if (points.length >= 3) this.#put(previewId, points)
  }

  stop() {
    // The map may already be gone with its page, and its layers with it.
    try {
      this.#draw.stop()
    } catch {
      return
    }
  }

  #put(id: string, points: Polygon) {
    this.#draw.addFeatures([{ id, type: 'Feature', properties: { mode: 'polygon' }, geometry: toGeometry(points) }])
  }

  /** While a shape has one corner, there is nothing else to see of it. */
  #showCorners(showCoordinatePoints: boolean) {
    this.#draw.updateModeOptions<typeof TerraDrawPolygonMode>('polygon', { showCoordinatePoints })
  }

  #say(selected: string | null) {
    this.#selected = selected
    this.#events.selected(selected)
  }

  #watch(ids: string[]) {
    const changed = this.#draw.getSnapshot().filter((feature) => ids.includes(String(feature.id)) && feature.geometry.type === 'Polygon')
    if (changed.length) this.#events.crossing(changed.some(isCrossing))
  }

  #settle(id: string, drawn: boolean) {
    if (drawn) this.#showCorners(false)
    const feature = this.#draw.getSnapshotFeature(id)
    const points = feature && cornersOf(feature)
    if (!points) return
    if (points.length >= 3 && isSimple(points)) {
      this.#good.set(id, points)
      this.#events.changed(id, points)
      if (drawn) this.#events.drawn(id)
    } else {
      const good = this.#good.get(id)
      if (good) this.#draw.updateFeatureGeometry(id, toGeometry(good))
      else this.#forget(id)
    }
    this.#events.crossing(false)
  }

  #forget(id: string) {
    this.#good.delete(id)
    if (this.#draw.hasFeature(id)) this.#draw.removeFeatures([id])
  }
}

/** How near the first corner a click closes the shape, in pixels. A driveway may be 40 wide: terra-draw's own reach. */
const closingReach = () => (matchMedia('(pointer: coarse)').matches ? 24 : 12)

// terra-draw accepts any 36-character text as an id.
const previewId = '00000000-0000-4000-8000-000000000000'

const cornersOf = ({ geometry }: GeoJSONStoreFeatures): Polygon | undefined =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]?.slice(0, -1).map(fromGeoJson) : undefined

function isCrossing(feature: GeoJSONStoreFeatures): boolean {
  const points = cornersOf(feature)
  // While drawing, terra-draw repeats the corner under the pointer.
  const distinct = points?.filter(({ lat, lng }, i) => lat !== points[i - 1]?.lat || lng !== points[i - 1]?.lng)
  return distinct !== undefined && distinct.length > 3 && !isSimple(distinct)
}

// terra-draw refuses more decimals than its `coordinatePrecision`.
const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9
const toGeometry = (points: Polygon) => ({ type: 'Polygon' as const, coordinates: [toRing(points).map((corner) => corner.map(round))] })
