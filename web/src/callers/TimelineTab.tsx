import { callerCalls } from '@bordee/core/callers/callers.calls.ts'
import { type TimelineEntry, type TimelineKind, timelineKindNames, timelineKinds } from '@bordee/core/callers/timeline.ts'
import type { Photo } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Chip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCash,
  IconFileText,
  IconHistory,
  IconNote,
  IconPhone,
  IconPhonePlus,
  IconSend,
  IconShieldHalf,
  IconSnowflake,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCall, useRows } from '../calls.ts'
import { useLive } from '../live.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { Photos } from '../photos/Photos.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { EmptyState, LoadingPage } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './callers.module.css'

const icons: Record<TimelineKind, ReactNode> = {
  call: <IconPhone size={18} stroke={1.7} />,
  request: <IconPhonePlus size={18} stroke={1.7} />,
  pass: <IconSnowflake size={18} stroke={1.7} />,
  damage: <IconAlertTriangle size={18} stroke={1.7} />,
  condition: <IconCamera size={18} stroke={1.7} />,
  alert: <IconSend size={18} stroke={1.7} />,
  claim: <IconShieldHalf size={18} stroke={1.7} />,
  contract: <IconFileText size={18} stroke={1.7} />,
  payment: <IconCash size={18} stroke={1.7} />,
  note: <IconNote size={18} stroke={1.7} />,
}

const step = 50
const none: readonly Photo[] = []

/** Everything that happened in a folder, newest first. */
export function TimelineTab({ clientId }: { clientId: string }) {
  const list = useRows(callerCalls.listTimeline, { id: clientId })
  useLive('callers', async () => list.onRetry(), { isUnderWay: false })
  const photos = useCall(photoCalls.listPhotos, { clientId })
  const [kinds, setKinds] = useState<string[]>([])
  const [shown, setShown] = useState(step)
  if (list.failed && !list.rows) return <BrokenPart onRetry={list.onRetry} />
  if (!list.rows) return <LoadingPage />
  const present = timelineKinds.filter((kind) => list.rows?.some((entry) => entry.kind === kind))
  const chosen = kinds.length === 0 ? list.rows : list.rows.filter(({ kind }) => kinds.includes(kind))
  if (list.rows.length === 0)
    return (
      <EmptyState
        card
        icon={<IconHistory />}
        title="Rien encore"
        description="Appels, demandes, passages, alertes, réclamations, contrats et paiements s’affichent ici."
      />
    )
  return (
    <div className={classes.site}>
      <Chip.Group multiple value={kinds} onChange={setKinds}>
        <fieldset className={classes.filters} aria-label="Filtrer la chronologie">
          {present.map((kind) => (
            <Chip key={kind} value={kind} size="sm">
              {timelineKindNames[kind]}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      <ol className={`${classes.timeline} bordee-card`} aria-label="Chronologie">
        {chosen.slice(0, shown).map((entry) => (
          <Entry key={entry.id} entry={entry} photos={photos.data ?? none} />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + step)} style={{ alignSelf: 'center' }}>
          Afficher la suite
        </Button>
      )}
    </div>
  )
}

function Entry({
  entry: { at, kind, title, text, isUrgent, siteAddress, userName, contractId, operationId, claimId, photoIds },
  photos,
}: {
  entry: TimelineEntry
  photos: readonly Photo[]
}) {
  const zone = useZone()
  return (
    <li data-kind={kind}>
      <time dateTime={at} className="bordee-figures">
        {formatInstant(at, zone)}
      </time>
      {icons[kind]}
      <span>
        <strong>
          {isUrgent && <span title="Urgent">‼ </span>}
          {contractId ? (
            <Link to="/dashboard/contracts/edit/$contractId" params={{ contractId }}>
              {title}
            </Link>
          ) : claimId ? (
            <Link to="/dashboard/claims/edit/$claimId" params={{ claimId }}>
              {title}
            </Link>
          ) : operationId ? (
            <Link to="/dashboard/operations/$id/{-$tab}" params={{ id: operationId }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </strong>
        {text && <q>{kind === 'alert' ? <MessageText text={text} /> : text}</q>}
        <small style={{ display: 'block' }}>{[siteAddress, userName].filter(Boolean).join(' · ')}</small>
        <Photos photos={photos.filter(({ id }) => photoIds.includes(id))} />
      </span>
    </li>
  )
}
