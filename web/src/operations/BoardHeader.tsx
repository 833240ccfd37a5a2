import type { Board } from '@bordee/core/operations/board.ts'
import { operationKindNames } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { formatDate, hourIn, todayIn } from '@bordee/core/time.ts'
import { Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { BulletinButton } from '../bulletins/BulletinButton.tsx'
import { CallButton } from '../callers/CallButton.tsx'
import { useAction } from '../calls.ts'
import { askText } from '../ui/dialogs.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { lasting, momentIn } from './boardWords.ts'
import { OperationMenu } from './OperationMenu.tsx'
import classes from './operations.module.css'
import { Readings } from './Readings.tsx'
import { useAlertLink } from './useAlertLink.ts'
import { useServerTime } from './useBoard.ts'

/** One line: the operation, since when it is open, the snow, and what can be done. */
export function BoardHeader({ board }: { board: Board }) {
  const { operation } = board
  const alertLink = useAlertLink(operation.id)()
  const rename = useAction(operationCalls.updateOperation, { failed: 'Impossible de renommer l’opération.' })

  async function askName() {
    const name = await askText({ title: 'Renommer l’opération', label: 'Nom', value: operation.name })
    if (name) rename.mutate({ id: operation.id, name })
  }

  return (
    <header className={classes.header}>
      <Title order={1} size="h3" className={classes.name}>
        <button type="button" data-print onClick={() => void askName()} title={`Renommer «\u00a0${operation.name}\u00a0»`}>
          {operation.name}
        </button>
      </Title>
      {operation.kind !== 'snow' && <Status tone="info">{operationKindNames[operation.kind]}</Status>}
      <Since openedAt={operation.openedAt} closedAt={operation.closedAt} />
      <Readings operation={operation} />
      <div className={classes.headerActions}>
        <CallButton size="xs" visibleFrom="md" />
        <BulletinButton size="xs" visibleFrom="md" />
        {alertLink && (
          <LinkButton {...alertLink} variant="default" size="xs" leftSection={<IconSend size={15} />}>
            Aviser
          </LinkButton>
        )}
        <OperationMenu board={board} onRename={() => void askName()} />
      </div>
    </header>
  )
}

const onDay = (zone: string, at: string) => formatDate(todayIn(zone, new Date(at)))

function Since({ openedAt, closedAt }: { openedAt: string; closedAt: string | null }) {
  const zone = useZone()
  const now = useServerTime()
  const lasted = lasting((closedAt ? Date.parse(closedAt) : now) - Date.parse(openedAt))
  const words = closedAt
    ? `du ${onDay(zone, openedAt)} à ${hourIn(zone, openedAt)}, au ${onDay(zone, closedAt)} à ${hourIn(zone, closedAt)}`
    : `ouverte ${momentIn(zone, openedAt, now)}`
  return (
    <span className={`${classes.since} bordee-figures`}>
      {words} ({lasted}){closedAt && <Status>Fermée</Status>}
    </span>
  )
}
