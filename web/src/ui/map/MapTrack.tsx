import type { Point } from '@bordee/core/geo.ts'
import type { Feature } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useId } from 'react'
import { toGeoJson } from './geoJson.ts'
import { forget } from './layers.tsx'
import { useMap } from './MapView.tsx'

/** How far the vehicle has come: the index of the last point passed, and its current position beyond it. */
export type Reach = (index: number, head: Point | null) => void

interface Props {
  line: readonly Point[]
  /** The pieces to draw, as indexes of their first and last points. Points outside them are not drawn. */
  pieces: readonly { first: number; last: number }[]
  color: string
  /** Called once with the function to report progress to; returns how to stop. Pass the same function each time. */
  follow: (reach: Reach) => () => void
}

/** Minimum milliseconds between two redraws; more often isn't noticeable. */
const drawingGap = 250
const ahead = '#A9BCB9'

/**
 * A track, faint ahead and strong where it was travelled. Pieces are drawn once, and only their state changes; the
 * few metres travelled in the current piece are the only line that is redrawn.
 */
export function MapTrack({ line, pieces, color, follow }: Props) {
  const map = useMap()
  const id = useId()
  useEffect(() => {
    const tail = `${id}tail`
    const features = pieces.map(
      ({ first, last }, i): Feature => ({
        type: 'Feature',
        id: i,
        properties: {},
        geometry: { type: 'LineString', coordinates: line.slice(first, last + 1).map(toGeoJson) },
      }),
    )
    map.addSource(id, { type: 'geojson', data: { type: 'FeatureCollection', features } })
    map.addSource(tail, { type: 'geojson', data: lineOf([]) })
    const look = { type: 'line', layout: { 'line-join': 'round', 'line-cap': 'round' } } as const
    map.addLayer({ ...look, id: `${id}ahead`, source: id, paint: { 'line-color': ahead, 'line-width': 2 } })
    map.addLayer({
      ...look,
      id: `${id}done`,
      source: id,
      paint: { 'line-color': color, 'line-width': 3.5, 'line-opacity': ['case', ['boolean', ['feature-state', 'isDone'], false], 1, 0] },
    })
    map.addLayer({ ...look, id: `${tail}line`, source: tail, paint: { 'line-color': color, 'line-width': 3.5 } })

    let doneCount = 0
    let drawnAt = Number.NEGATIVE_INFINITY
    let later: ReturnType<typeof setTimeout> | undefined
    let reached: [number, Point | null] = [-1, null]

    function draw() {
      drawnAt = performance.now()
      const [index, head] = reached
      const count = piecesBehind(pieces, index)
      for (; doneCount < count; doneCount++) map.setFeatureState({ source: id, id: doneCount }, { isDone: true })
      while (doneCount > count) map.setFeatureState({ source: id, id: --doneCount }, { isDone: false })
      const current = pieces[count]
      const behind = current && current.first <= index ? line.slice(current.first, index + 1) : []
      void map.getSource<GeoJSONSource>(tail)?.setData(lineOf(head && behind.length ? [...behind, head] : behind))
    }

    const stop = follow((...to) => {
      reached = to
      clearTimeout(later)
      const wait = drawingGap - (performance.now() - drawnAt)
      if (wait <= 0) draw()
      else later = setTimeout(draw, wait)
    })
    return () => {
      stop()
      clearTimeout(later)
      forget(map, tail, ['line'])
      forget(map, id, ['ahead', 'done'])
    }
  }, [map, id, line, pieces, color, follow])
  return null
}

const lineOf = (points: readonly Point[]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates: points.map(toGeoJson) },
})

/** How many pieces end at or before a point. Pieces are in order. */
function piecesBehind(pieces: Props['pieces'], index: number): number {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.last ?? Number.POSITIVE_INFINITY) <= index) low = middle + 1
    else high = middle
  }
  return low
}
