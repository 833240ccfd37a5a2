import type { Photo } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import type { AreaState } from '@bordee/core/runs/completion.ts'
import { passOrdinal } from '@bordee/core/runs/pass.ts'
import { type Damage, notDoneReasonNames, type RunDetails, type RunSite } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { nextStop } from '@bordee/core/runs/stop-order.ts'
import { workWords } from '@bordee/core/runs/work.ts'
import { distinctName } from '@bordee/core/sites/site.ts'
import { formatDuration, hourIn } from '@bordee/core/time.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconDots, IconProgressCheck, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { Photos } from '../photos/Photos.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { type AreaEvent, areaEventsOf, stateOfSite, statesAt } from './runAreas.ts'
import classes from './runs.module.css'
import { markingWord, markName, type OfficeMark, stateNames, stateTones } from './runWords.ts'
import { useMarks } from './useMarks.tsx'

/** A run's sites in order, with their outcome and who reported it. Opens at the next stop. */
export function RunSites({ run }: { run: RunDetails }) {
  const states = useMemo(() => statesAt(run), [run])
  const events = useMemo(() => areaEventsOf(run), [run])
  const next = run.finishedAt === null ? nextOf(run.runSites) : undefined
  const photos = useCall(photoCalls.listPhotos, { runId: run.id })
  useLive('runs', async () => void photos.refetch(), { isUnderWay: run.finishedAt === null })
  const ofSite = useMemo(() => Map.groupBy(photos.data ?? [], ({ siteId }) => siteId), [photos.data])
  const opensAt = useRef<HTMLLIElement>(null)
  useEffect(() => {
    opensAt.current?.scrollIntoView({ block: 'center' }) // newer browsers return a promise, which isn't a clean-up
  }, [])
  return (
    <ol className={classes.sites} aria-label="Points de service">
      {run.runSites.map((site, i) => (
        <Site
          key={site.id}
          run={run}
          site={site}
          number={i + 1}
          states={states}
          events={events}
          photos={(site.siteId && ofSite.get(site.siteId)) || noPhotos}
          {...(site.id === next?.id && { nextRef: opensAt })}
        />
      ))}
    </ol>
  )
}

const noPhotos: readonly Photo[] = []

const nextOf = (sites: readonly RunSite[]) =>
  nextStop(sites.map(({ id, decidedAt }) => ({ id, decidedAt: decidedAt === null ? null : Date.parse(decidedAt) })))

interface SiteProps {
  run: RunDetails
  site: RunSite
  number: number
  states: ReadonlyMap<string, AreaState>
  events: ReadonlyMap<string, AreaEvent[]>
  photos: readonly Photo[]
  /** Given to the next stop only. */
  nextRef?: RefObject<HTMLLIElement | null>
}

function Site({ run, site, number, states, events, photos, nextRef }: SiteProps) {
  const marks = useMarks(run.id)
  // A finished run can't change.
  const canMark = useCan()(runCalls.markAreaDone) && run.finishedAt === null
  const [only, ...others] = site.areas
  return (
    <li className={classes.site} {...(nextRef && { ref: nextRef, 'aria-current': 'step' })}>
      <div className={classes.siteLine}>
        <span className={classes.siteNumber}>{number}</span>
        <span className={classes.siteName}>
          <strong>{site.siteAddress}</strong>
          <span className={classes.quiet}>
            {[
              site.customerName,
              only && others.length === 0 && distinctName(only.name, 1),
              site.state === 'done' && site.passNumber && passOrdinal(site.passNumber),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {site.addedAt && !run.isRedo && <Status tone="info">Reprise</Status>}
        <AreaStatus state={stateOfSite(site, states, run.kind)} />
        {canMark && <MarkMenu what={site.siteAddress} onMark={(type) => void marks.site(site, type)} />}
      </div>
      {only && others.length === 0 ? (
        <AreaEvents events={events.get(only.id) ?? []} />
      ) : (
        <ul className={classes.areas}>
          {site.areas.map((area) => (
            <li key={area.id}>
              <div className={classes.siteLine}>
                <span className={classes.siteName}>{area.name}</span>
                <AreaStatus state={states.get(area.id) ?? 'todo'} />
                {canMark && <MarkMenu what={`${site.siteAddress}, ${area.name}`} onMark={(type) => void marks.area(site, area, type)} />}
              </div>
              <AreaEvents events={events.get(area.id) ?? []} />
            </li>
          ))}
        </ul>
      )}
      <Damages damages={run.damages.filter(({ runSiteId }) => runSiteId === site.id)} />
      <Photos photos={photos} label={`Photos, ${site.siteAddress}`} />
    </li>
  )
}

function Damages({ damages }: { damages: readonly Damage[] }) {
  const zone = useZone()
  return damages.map(({ id, at, note, userName }) => (
    <p key={id} className={classes.damage}>
      <Status tone="bad">Dommage</Status> {note} · {hourIn(zone, at)}, {userName}
    </p>
  ))
}

const AreaStatus = ({ state }: { state: AreaState }) => <Status tone={stateTones[state]}>{stateNames[state]}</Status>

const markIcons = { mark_as_done: IconCheck, mark_as_partial: IconProgressCheck, mark_as_not_done: IconX }

function MarkMenu({ what, onMark }: { what: string; onMark: (type: OfficeMark) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Marquer ${what}`} title="Marquer">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(markIcons) as OfficeMark[]).map((type) => {
          const Icon = markIcons[type]
          return (
            <Menu.Item key={type} leftSection={<Icon size={16} />} onClick={() => onMark(type)}>
              {markingWord(type)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** An area's reports and visits, newest first. */
function AreaEvents({ events }: { events: readonly AreaEvent[] }) {
  const zone = useZone()
  if (events.length === 0) return null
  return (
    <ul className={classes.words}>
      {events.map((event) => (
        <li key={'action' in event ? event.action.id : event.visit.id}>{inWords(event, zone)}</li>
      ))}
    </ul>
  )
}

function inWords(event: AreaEvent, zone: string): string {
  const at = hourIn(zone, event.at)
  if ('visit' in event) return `${at} Visite (${event.visit.userName}, ${formatDuration(event.visit.duration)})`
  const { reason, note, userName } = event.action
  const work = workWords(event.action).join(', ')
  return [`${at} ${markName(event.action)}, dit ${userName}`, reason && notDoneReasonNames[reason], work, note]
    .filter(Boolean)
    .join('\u00a0: ')
}
