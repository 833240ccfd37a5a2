import { boundsOf, metresBetween } from '@bordee/core/geo.ts'
import { plausible } from '@bordee/core/positions/sifting.ts'
import { placeAt, placeBefore } from '@bordee/core/runs/replay.ts'
import type { RunDetails } from '@bordee/core/runs/run.ts'
import { count } from '@bordee/core/text.ts'
import { useCallback, useMemo } from 'react'
import { MapAreas } from '../ui/map/MapAreas.tsx'
import { MapTrack, type Reach } from '../ui/map/MapTrack.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { headingTo, MapMover, type Move } from '../ui/map/moving.tsx'
import { AreaLegend, WithLegend } from './AreaLegend.tsx'
import { type Playback, usePlayback } from './playback.ts'
import { momentsUpTo, type Replay, type ReplayTrack } from './replayOf.ts'
import { boundsOfAreas, colorsOf, mapAreasOf, statesAt } from './runAreas.ts'

interface Props {
  run: RunDetails
  replay: Replay
  playback: Playback
}

export function ReplayMap({ run, replay, playback }: Props) {
  const { tracks } = replay
  const bounds = useMemo(
    () =>
      boundsOf([
        ...(boundsOfAreas(mapAreasOf(run.runSites)) ?? []),
        ...tracks.flatMap(({ positions }) => boundsOf(plausible(positions)) ?? []),
      ]),
    [run, tracks],
  )
  return (
    <WithLegend legend={<AreaLegend />}>
      <MapView
        label="Tournée sur la carte"
        height="100%"
        {...(bounds && { bounds })}
        alternative={`${count(run.areaVisits.length, 'visite')} sur ${count(run.areasCount, 'zone')}`}
      >
        <Areas run={run} replay={replay} playback={playback} />
        {tracks.map((track) => (
          <Travelled key={track.id} track={track} playback={playback} />
        ))}
        {tracks.map((track) => (
          <ReplayTruck key={track.id} track={track} playback={playback} />
        ))}
        {bounds && <MapFrame bounds={bounds} />}
      </MapView>
    </WithLegend>
  )
}

/** Clicking an area jumps to its first visit. */
function Areas({ run, replay: { moments }, playback }: Props) {
  const areas = useMemo(() => mapAreasOf(run.runSites), [run.runSites])
  const passed = usePlayback(playback, ({ at }) => momentsUpTo(moments, at))
  const colors = useMemo(() => colorsOf(statesAt(run, moments[passed - 1] ?? Number.NEGATIVE_INFINITY)), [run, moments, passed])
  const seek = (areaId: string) => {
    const visit = run.areaVisits.find(({ runSiteAreaId }) => runSiteAreaId === areaId)
    if (visit) playback.seek(Date.parse(visit.startedAt))
  }
  return <MapAreas areas={areas} colors={colors} onClick={seek} />
}

function Travelled({ track: { positions, pieces, color }, playback }: { track: ReplayTrack; playback: Playback }) {
  const follow = useCallback(
    (reach: Reach) => {
      const draw = () => reach(placeBefore(positions, playback.at), placeAt(positions, playback.at) ?? null)
      draw()
      return playback.listen(draw)
    },
    [positions, playback],
  )
  return <MapTrack line={positions} pieces={pieces} color={color} follow={follow} />
}

function ReplayTruck({ track: { positions, name, color }, playback }: { track: ReplayTrack; playback: Playback }) {
  const follow = useCallback(
    (move: Move) => {
      const draw = () => {
        const place = placeAt(positions, playback.at)
        if (!place) return move(null)
        const i = placeBefore(positions, playback.at)
        const [from, to] = [positions[i], positions[i + 1]]
        const isDriving = from && to && !place.isUnseen && metresBetween(from, to) > 1
        move({ lat: place.lat, lng: place.lng, heading: isDriving ? headingTo(from, to) : undefined, isFaded: place.isUnseen })
      }
      draw()
      return playback.listen(draw)
    },
    [positions, playback],
  )
  return <MapMover name={name} label={name} color={color} follow={follow} />
}
