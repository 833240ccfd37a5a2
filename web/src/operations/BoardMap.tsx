import { boundsOf } from '@bordee/core/geo.ts'
import type { BoardRound, OperationSite } from '@bordee/core/operations/board.ts'
import { siteStateNames, siteStates } from '@bordee/core/operations/operation.ts'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { FleetMap } from '../runs/FleetMap.tsx'
import { useNow } from '../runs/positions.ts'
import type { Truck } from '../runs/truck.ts'
import { useZone } from '../ui/zone.ts'
import { carMovedWords, momentIn, siteColors, siteStateName } from './boardWords.ts'
import classes from './operations.module.css'
import { useFleet } from './useFleet.ts'

interface Props {
  companyId: string
  rounds: readonly BoardRound[]
  sites: readonly OperationSite[]
  /** Where the map puts its trucks, for whoever needs them without being drawn again at each position. */
  trucksRef: RefObject<readonly Truck[]>
  onSite: (siteId: string) => void
  /** Too small for a legend. */
  isSmall?: boolean
}

/** The sites by state and the trucks by unit. */
export function BoardMap({ companyId, rounds, sites, trucksRef, onSite, isSmall = false }: Props) {
  const trucks = useFleet(companyId, rounds)
  useEffect(() => {
    trucksRef.current = trucks
  }, [trucks, trucksRef])
  const now = useNow()
  const zone = useZone()
  const navigate = useNavigate()
  const [pressed, setPressed] = useState<string | null>(null)
  // The few sites to redo are on top of the thousands of others. All are drawn again only when another one is to redo.
  const shapes = useMemo(
    () => [...sites.filter(({ state }) => state !== 'redo'), ...sites.filter(({ state }) => state === 'redo')],
    [sites],
  )
  const order = useMemo(() => shapes.map(({ siteId }) => siteId).join(), [shapes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sites in the same order are the same shapes
  const placed = useMemo(
    () => shapes.flatMap(({ siteId, location }) => (location ? [{ id: siteId, points: null, center: location }] : [])),
    [order],
  )
  const colors = useMemo(() => new Map(sites.map(({ siteId, state }) => [siteId, siteColors[state]])), [sites])
  // Framed once: a map that followed its sites would never stay still.
  const isPlaced = placed.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: framed once, when the sites are there
  const bounds = useMemo(() => boundsOf(placed.map(({ center }) => center)), [isPlaced])
  const unitOf = ({ runId, userName }: Truck) => rounds.find((round) => round.runId === runId)?.unit ?? userName
  const site = pressed === null ? undefined : sites.find(({ siteId }) => siteId === pressed)
  return (
    <>
      <FleetMap
        trucks={trucks}
        now={now}
        chosenRun={undefined}
        areas={placed}
        colors={colors}
        bounds={bounds}
        onTruck={({ runId }) => void navigate({ to: '/dashboard/geolocation/run-tracking/{-$id}', params: { id: runId } })}
        onArea={(siteId) => {
          setPressed(siteId)
          onSite(siteId)
        }}
        nameOf={unitOf}
        legend={!isSmall && <Legend />}
      />
      {site && (
        <p className={classes.pressed} role="status">
          <strong>{site.siteAddress}</strong> · {siteStateName(site)}
          {site.carMovedAt && ` · ${carMovedWords(site.carMovedAt, zone)}`}
          {site.decidedAt && ` ${momentIn(zone, site.decidedAt, now)}`}
        </p>
      )}
    </>
  )
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="Légende">
      {siteStates.map((state) => (
        <li key={state}>
          <span style={{ background: siteColors[state] }} aria-hidden />
          {siteStateNames[state]}
        </li>
      ))}
    </ul>
  )
}
