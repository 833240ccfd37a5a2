import type { Map as MapLibre } from 'maplibre-gl'

const drawnOn = new WeakSet<MapLibre>()

/** A click now places a corner, and must do nothing else: if the map moved, the first corner would not be where it was. */
export const isDrawing = (map: MapLibre) => drawnOn.has(map)

/** Returns what ends it, after the click that closes the shape: the shape is closed when its button is released, just before. */
export function startDrawing(map: MapLibre): () => void {
  drawnOn.add(map)
  return () => void setTimeout(() => drawnOn.delete(map))
}
