// Whether a point is in Canada, approximately: a request from elsewhere is a mistake or comes from a bot.
import type { Point } from '../geo.ts'

/** The southern border from west to east: longitude, and the latitude where Canada begins. Straight in between. */
const border: readonly (readonly [number, number])[] = [
  [-141, 54],
  [-133, 54],
  [-130, 49.5],
  [-125.5, 48.3],
  [-123.3, 48.3],
  [-122.8, 49],
  [-95.15, 49],
  [-94.6, 48.7],
  [-93.4, 48.6],
  [-92.9, 48.6],
  [-92, 48.3],
  [-89.6, 48],
  [-84.8, 46.5],
  [-83.6, 45.8],
  [-83.2, 42],
  [-82.6, 41.6],
  [-79.1, 42.8],
  [-79, 43.3],
  [-76.8, 43.6],
  [-74.75, 44.97],
  [-74.4, 44.98],
  [-71.5, 45],
  [-70.3, 45.9],
  [-69.2, 47.4],
  [-67.8, 47.1],
  [-67.75, 45.7],
  [-67, 44.6],
  [-66, 43],
  [-52, 43],
]
const [west, east, north] = [-141.1, -52.5, 83.2]

export function isInCanada({ lat, lng }: Point): boolean {
  if (lng < west || lng > east || lat > north) return false
  const crossed = border.slice(1).filter(([toLng, toLat], i) => {
    const [fromLng, fromLat] = border[i] as readonly [number, number]
    if (fromLng > lng === toLng > lng) return false
    return lat >= fromLat + ((lng - fromLng) / (toLng - fromLng)) * (toLat - fromLat)
  })
  return crossed.length % 2 === 1
}
