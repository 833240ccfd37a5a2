import { notDoneReasonNames, type RunDetails } from '@bordee/core/runs/run.ts'
import { workWords } from '@bordee/core/runs/work.ts'
import { formatDuration, hourIn } from '@bordee/core/time.ts'
import { Tabs, Text } from '@mantine/core'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { useZone } from '../ui/zone.ts'
import { type Playback, usePlayback } from './playback.ts'
import { RunSites } from './RunSites.tsx'
import classes from './replay.module.css'
import { momentsUpTo } from './replayOf.ts'
import { passOf, placeName, placesOf } from './runAreas.ts'
import { markName } from './runWords.ts'

interface Props {
  run: RunDetails
  playback: Playback
}

interface Line {
  id: string
  at: number
  title: string
  text: string
}

/** The run's events as lists; clicking one jumps to its moment. */
export function ReplayLists({ run, playback }: Props) {
  const { visits, marks, comings } = useMemo(() => linesOf(run), [run])
  const tab = (value: string, label: string, size: number) => (
    <Tabs.Tab value={value}>
      {label} <span className={classes.count}>{size}</span>
    </Tabs.Tab>
  )
  const panel = (value: string, content: ReactNode) => (
    <Tabs.Panel value={value} className={classes.panel}>
      {content}
    </Tabs.Panel>
  )
  return (
    <Tabs defaultValue="visits" keepMounted={false} className={`bordee-card ${classes.lists}`}>
      <Tabs.List>
        {tab('visits', 'Visites', visits.length)}
        {tab('marks', 'Marques', marks.length)}
        {tab('sites', 'Points', run.runSites.length)}
        {tab('comings', 'Présences', comings.length)}
      </Tabs.List>
      {panel('visits', <Lines label="Visites" lines={visits} playback={playback} empty="Aucune visite n’a été relevée." />)}
      {panel('marks', <Lines label="Marques" lines={marks} playback={playback} empty="Personne n’a rien marqué à la main." />)}
      {panel('sites', <RunSites run={run} />)}
      {panel('comings', <Lines label="Présences" lines={comings} playback={playback} empty="Personne." />)}
    </Tabs>
  )
}

function Lines({ label, lines, playback, empty }: { label: string; lines: Line[]; playback: Playback; empty: string }) {
  const moments = useMemo(() => lines.map(({ at }) => at), [lines])
  const current = usePlayback(playback, ({ at }) => momentsUpTo(moments, at)) - 1
  const seek = useCallback((at: number) => playback.seek(at), [playback])
  if (lines.length === 0)
    return (
      <Text c="dimmed" size="sm" p="md">
        {empty}
      </Text>
    )
  return (
    <ol className={classes.lines} aria-label={label}>
      {lines.map((line, i) => (
        <OneLine key={line.id} line={line} isCurrent={i === current} onSeek={seek} />
      ))}
    </ol>
  )
}

/** Lists hold hundreds of lines: memo redraws only the two that change. */
const OneLine = memo(function OneLine({ line, isCurrent, onSeek }: { line: Line; isCurrent: boolean; onSeek: (at: number) => void }) {
  const zone = useZone()
  return (
    <li>
      <button type="button" className={classes.line} aria-current={isCurrent || undefined} onClick={() => onSeek(line.at)}>
        <span className={`bordee-figures ${classes.at}`}>{hourIn(zone, new Date(line.at))}</span>
        <span>
          <strong>{line.title}</strong>
          <span>{line.text}</span>
        </span>
      </button>
    </li>
  )
})

function linesOf(run: RunDetails): Record<'visits' | 'marks' | 'comings', Line[]> {
  const places = placesOf(run.runSites)
  const name = (areaId: string) => {
    const place = places.get(areaId)
    return place ? placeName(place) : ''
  }
  const passAt = (areaId: string) => {
    const place = places.get(areaId)
    return place && passOf(run, place.site)
  }
  const inOrder = (lines: Line[]) => lines.toSorted((a, b) => a.at - b.at)
  return {
    visits: inOrder(
      run.areaVisits.map(({ id, startedAt, runSiteAreaId, userName, duration }) => ({
        id,
        at: Date.parse(startedAt),
        title: name(runSiteAreaId),
        text: [`${userName}, ${formatDuration(duration)}`, passAt(runSiteAreaId)].filter(Boolean).join(' · '),
      })),
    ),
    marks: inOrder([
      ...run.areaActions.map((action) => ({
        id: action.id,
        at: Date.parse(action.at),
        title: name(action.runSiteAreaId),
        text: [markName(action), action.reason && notDoneReasonNames[action.reason], ...workWords(action), action.note, action.userName]
          .filter(Boolean)
          .join(' · '),
      })),
      ...run.damages.map(({ id, at, runSiteId, note, userName }) => ({
        id,
        at: Date.parse(at),
        title: run.runSites.find((site) => site.id === runSiteId)?.siteAddress ?? '',
        text: ['Dommage', note, userName].join(' · '),
      })),
    ]),
    comings: inOrder(
      run.actions.map(({ id, at, type, userName }) => ({
        id,
        at: Date.parse(at),
        title: userName,
        text: type === 'start' ? 'Arrivée' : 'Départ',
      })),
    ),
  }
}
