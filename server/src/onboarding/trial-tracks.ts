// Where the trucks of a trial night will be: along the streets, for ten minutes.
import type { Point } from '@bordee/core/geo.ts'
import { boundsOf, metresBetween } from '@bordee/core/geo.ts'
import { driveMinutes, fewestStops } from '@bordee/core/onboarding/trial-night.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { toPlane } from '../addresses/plane.ts'
import { Roads } from '../addresses/roads.ts'
import type { Work } from '../engine/ctx.ts'
import { drive } from './driving.ts'
import type { TrialStop } from './trial-stops.ts'

/** Seconds in a driveway: long enough to count as a visit, and no longer. */
const stay = { least: 18, most: 26 }

export interface Driven {
  /** As many of the stops as fit into the time. */
  stops: readonly TrialStop[]
  track: Position[]
}

/** Asks for streets: no connection is held meanwhile. */
export async function driveInTime(work: Work, stops: readonly TrialStop[], startedAt: Date): Promise<Driven> {
  const wayBetween = await waysAmong(work, stops)
  const trackOf = (count: number) =>
    drive(stops.slice(0, count).map(asDriven), { startedAt: startedAt.getTime(), random: Math.random, wayBetween, stay })
  const latest = startedAt.getTime() + driveMinutes * 60_000
  for (let count = stops.length; ; count--) {
    const track = trackOf(count)
    if (count <= fewestStops || (track.at(-1)?.at ?? 0) <= latest) return { stops: stops.slice(0, count), track }
  }
}

const asDriven = ({ location, areas }: TrialStop, i: number) => ({
  id: String(i),
  location,
  areas: areas.map(({ polygon }, area) => ({ id: `${i} ${area}`, polygon })),
})

type WayBetween = (from: Point, to: Point) => readonly Point[]

/** By the provider's streets, else by those that the embedded map draws, else straight. */
async function waysAmong(work: Work, stops: readonly TrialStop[]): Promise<WayBetween> {
  const way = await work.gateways.directions.through(stops.map(({ location }) => location))
  if (way.provider === 'osrm' && !way.isPartial) return alongLine(way.line)
  const streets = await work.aside((own) => streetsAround(own, stops))
  const roads = new Roads(streets.map((line) => line.map(([lng, lat]) => toPlane({ lat, lng }))))
  return (from, to) => roads.wayBetween(from, to)
}

function alongLine(line: readonly Point[]): WayBetween {
  const nearest = (point: Point, from = 0) => {
    const metres = line.slice(from).map((one) => metresBetween(one, point))
    return from + metres.indexOf(Math.min(...metres))
  }
  return (from, to) => {
    const start = nearest(from)
    return line.slice(start, nearest(to, start) + 1)
  }
}

/** Degrees beyond the stops, about 500 m, and how many streets a truck needs to know. */
const margin = 0.005
const mostStreets = 1500

async function streetsAround({ tx }: Work, stops: readonly TrialStop[]): Promise<[number, number][][]> {
  const [southWest, northEast] = boundsOf(stops.map(({ location }) => location)) ?? []
  if (!southWest || !northEast) return []
  const streets = await tx.sql<{ line: [number, number][] }>`
    select line
    from streets
    where line is not null and extent && box(
      point(${southWest.lng - margin}, ${southWest.lat - margin}), point(${northEast.lng + margin}, ${northEast.lat + margin}))
    order by metres desc, id
    limit ${mostStreets}`
  return streets.map(({ line }) => line)
}
