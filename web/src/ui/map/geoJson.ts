// The one place where a point changes its clothes: MapLibre's sources and terra-draw speak GeoJSON, longitude first.
import type { Point, Polygon } from '@bordee/core/geo.ts'

export const toGeoJson = ({ lat, lng }: Point): [longitude: number, latitude: number] => [lng, lat]

export const fromGeoJson = ([lng, lat]: number[]): Point => ({ lat: lat as number, lng: lng as number })

/** A ring is closed there: its first corner comes again at the end. */
export const toRing = (polygon: Polygon): [number, number][] => [...polygon, ...polygon.slice(0, 1)].map(toGeoJson)
