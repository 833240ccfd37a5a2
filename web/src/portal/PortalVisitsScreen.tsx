import type { Photo } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { type PassWords, passName } from '@bordee/core/runs/pass.ts'
import type { SiteVisit } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { distinctName } from '@bordee/core/sites/site.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, formatDate, formatDuration, hourIn, todayIn, wallClock } from '@bordee/core/time.ts'
import { NativeSelect, Title } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { Photos } from '../photos/Photos.tsx'
import { OwnSeasons } from '../season/OwnSeasons.tsx'
import { OwnLinks, ServedNow } from '../tracking/OwnLinks.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './portal.module.css'

const spans = [
  { value: '7', label: 'Les 7 derniers jours' },
  { value: '30', label: 'Les 30 derniers jours' },
  { value: '365', label: 'Les 12 derniers mois' },
]

// client/visits: when the trucks passed at the client's sites (docs/product/portal.md).
export function PortalVisitsScreen() {
  const [span, setSpan] = useState('30')
  const zone = useZone()
  const today = todayIn(zone, new Date())
  const period = { from: addDays(today, -Number(span)), to: today }
  const visits = useCall(runCalls.listVisits, period)
  const photos = useCall(photoCalls.listPhotos, period, { what: null })
  return (
    <>
      <PageHeader title="Passages" description="Les passages de la déneigeuse à vos adresses, du plus récent au plus ancien." />
      <ServedNow />
      <OwnLinks />
      <OwnSeasons />
      <NativeSelect
        label="Période"
        data={spans}
        value={span}
        onChange={({ currentTarget }) => setSpan(currentTarget.value)}
        maw={360}
        mb="lg"
      />
      {visits.isPending ? (
        <LoadingPage />
      ) : !visits.data ? (
        <BrokenPart onRetry={() => void visits.refetch()} />
      ) : visits.data.length === 0 && !photos.data?.length ? (
        <EmptyState
          card
          icon={<IconSnowflake />}
          title="Aucun passage dans cette période"
          description="Si votre compagnie de déneigement suit ses camions, chaque passage à vos adresses apparaît ici."
        />
      ) : (
        <Days visits={visits.data} photos={photos.data ?? []} zone={zone} />
      )}
    </>
  )
}

function PassLine(pass: PassWords) {
  const name = passName(pass)
  return name && <p className={classes.quiet}>{name}</p>
}

/** The names of the areas visited at each address. */
const areasOf = (visits: readonly SiteVisit[]) =>
  new Map(
    [...Map.groupBy(visits, ({ siteAddress }) => siteAddress)].map(([address, own]) => [address, new Set(own.map((one) => one.areaName))]),
  )

function Days({ visits, photos, zone }: { visits: readonly SiteVisit[]; photos: readonly Photo[]; zone: string }) {
  const dayOf = (at: string) => wallClock(at, zone).date
  const areas = areasOf(visits)
  const visited = Map.groupBy(visits, ({ startedAt }) => dayOf(startedAt))
  const pictured = Map.groupBy(photos, ({ takenAt }) => dayOf(takenAt))
  const days = [...new Set([...visited.keys(), ...pictured.keys()])].toSorted().toReversed()
  return days.map((day) => (
    <section key={day} className={classes.ofCompany}>
      <Title order={2}>{formatDate(day)}</Title>
      <ul className={classes.received}>
        {(visited.get(day) ?? []).map(({ id, startedAt, duration, siteAddress, areaName, ...pass }) => (
          <li key={id} className="bordee-card">
            <p className="bordee-figures">
              <strong>
                <time dateTime={startedAt}>{hourIn(zone, startedAt)}</time>
              </strong>
              , pendant {formatDuration(duration)}
            </p>
            <p className={classes.quiet}>
              {[siteAddress, distinctName(areaName, areas.get(siteAddress)?.size ?? 1)].filter(Boolean).join(' · ')}
            </p>
            <PassLine {...pass} />
          </li>
        ))}
        {[...Map.groupBy(pictured.get(day) ?? [], ({ siteAddress }) => siteAddress ?? '')].map(([address, taken]) => (
          <li key={address} className="bordee-card">
            <p className={classes.quiet}>{`${address} · ${count(taken.length, 'photo')}`}</p>
            <Photos photos={taken.toReversed()} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
