// The only place where points are converted: MapLibre's sources and terra-draw use GeoJSON, longitude first.
import type { Point, Polygon } from '@bordee/core/geo.ts'

export const toGeoJson = ({ lat, lng }: Point): [longitude: number, latitude: number] => [lng, lat]

export const fromGeoJson = ([lng, lat]: number[]): Point => ({ lat: lat as number, lng: lng as number })

/** GeoJSON rings are closed: the first corner is repeated at the end. */
export const toRing = (polygon: Polygon): [number, number][] => [...polygon, ...polygon.slice(0, 1)].map(toGeoJson)
