import {
  callOutcomeNames,
  cancellationTexts,
  type DeliveryStatus,
  deliveryStatusNames,
  type HistoryRow,
  type LogRow,
} from '@bordee/core/alerts/alert.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { cancellationDetailTexts } from '@bordee/core/alerts/ending.ts'
import { asksReason } from '@bordee/core/messages/variables.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { alertMethodNames } from '@bordee/core/occupants/occupant.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { pressedKeyNames } from '@bordee/core/voice-line/line.ts'
import { ActionIcon, Box, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { useLive } from '../live.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { Facts } from '../ui/Facts.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { AlertsTabs } from './AlertsTabs.tsx'
import classes from './alerts.module.css'
import { isUnreached, SentLink, TargetedLink, UnreachedLink } from './CountLinks.tsx'
import { sendNames, sendTones } from './HistoryGrid.tsx'
import { SendProgress } from './SendProgress.tsx'

// alerts/history/:code: one send, its message, and the outcome of each delivery.
export function AlertDetailScreen() {
  const { code } = useParams({ from: '/dashboard/alerts/history/$code' })
  const send = useCall(alertCalls.getAlert, { code })
  useLive('alerts', () => send.refetch(), { isUnderWay: send.data?.status === 'sending', concerns: (event) => event.code === code })
  return (
    <AlertsTabs tab="history">
      <Loaded query={send} pick={itself} what="Alerte" home="/dashboard/alerts/history">
        {(row) => <Detail send={row} />}
      </Loaded>
    </AlertsTabs>
  )
}

function Detail({ send }: { send: HistoryRow }) {
  const zone = useZone()
  const toHistory = useWayBack('alert-history', '/dashboard/alerts/history')
  const log = useCall(alertCalls.listAlertLog, { code: send.code })
  const isUnderWay = send.status === 'sending'
  return (
    <>
      <section className={`bordee-card ${classes.facts}`} aria-label="Envoi">
        <Group gap="sm" wrap="nowrap">
          <ActionIcon variant="default" size={36} aria-label="Retour" onClick={() => toHistory()}>
            <IconArrowLeft size={18} />
          </ActionIcon>
          <SectionTitle>{send.targetName}</SectionTitle>
        </Group>
        <p className={classes.said}>
          <MessageText text={send.message} />
        </p>
        <Facts
          facts={{
            ...(send.purpose === 'line'
              ? { 'Depuis le': formatInstant(send.triggeredAt, zone), Appels: formatNumber(send.expectedCount) }
              : {
                  'Envoyé le': formatInstant(send.triggeredAt, zone),
                  Par: send.triggeredByUsername,
                  État: <Status tone={sendTones[send.status]}>{sendNames[send.status]}</Status>,
                  'Raison de l’arrêt': send.cancellationDetail && cancellationDetailTexts[send.cancellationDetail],
                  Visés: <TargetedLink {...send} />,
                  Envoyés: <SentLink {...send} />,
                  'Non rejoints': log.data && <UnreachedLink code={send.code} count={log.data.filter(isUnreached).length} />,
                }),
            ...(send.amount !== null && { Montant: formatMoney(send.amount) }),
          }}
        />
      </section>
      {isUnderWay && (
        <Box mb="md">
          <SendProgress code={send.code} hasLink={false} onClose={() => toHistory()} />
        </Box>
      )}
      <Log send={send} isUnderWay={isUnderWay} />
    </>
  )
}

const tones: Record<DeliveryStatus, StatusTone> = {
  queued: 'attention',
  accepted: 'good',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  unknown: 'attention',
}

const payerNames = { bank: 'Banque', invoice: 'Facture' }

const logColumns: GridColumn<LogRow>[] = [
  { id: 'name', label: 'Occupant', value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '), size: 160 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: ({ phone }) => phone, size: 140 },
  { id: 'method', label: 'Par', kind: 'choice', choices: alertMethodNames, value: ({ alertMethod }) => alertMethod, size: 90 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: deliveryStatusNames,
    value: ({ status }) => status,
    cell: ({ status }) => <Status tone={tones[status]}>{deliveryStatusNames[status]}</Status>,
    size: 120,
  },
  {
    id: 'reason',
    label: 'Raison',
    kind: 'choice',
    choices: { ...cancellationTexts, ...cancellationDetailTexts, ...callOutcomeNames, held: 'Retenu', served: 'Déjà passé' },
    value: reasonOf,
    size: 180,
  },
  { id: 'customer', label: 'Client', value: ({ customerName }) => customerName, size: 170 },
  { id: 'site', label: 'Point de service', value: ({ siteName }) => siteName, size: 190 },
  { id: 'factured', label: 'Facturé', kind: 'yesno', value: ({ factured }) => factured, size: 100 },
  { id: 'paidFrom', label: 'Payé par', kind: 'choice', choices: payerNames, value: ({ paidFrom }) => paidFrom, size: 110 },
  { id: 'sentAt', label: 'Envoyé le', kind: 'instant', value: ({ sentAt }) => sentAt, size: 160 },
]
/** What was kept until quiet hours ended was dropped because the site had been done by then. */
function reasonOf({ status, cancellationReason, cancellationDetail, callOutcome, heldUntil }: LogRow) {
  if (heldUntil && cancellationDetail === 'quiet') return 'served'
  if (heldUntil && status === 'queued') return 'held'
  return cancellationDetail ?? callOutcome ?? cancellationReason
}

const logRowId = ({ id }: LogRow) => id

/** Where each occupant was told a reason of their own. */
const filledColumns: typeof logColumns = [...logColumns, { id: 'message', label: 'Message', value: ({ message }) => message, size: 280 }]

/** Calls to the voice line: what each heard, and what was asked for. */
const callColumns: typeof logColumns = [
  { id: 'sentAt', label: 'Reçu le', kind: 'instant', value: ({ sentAt }) => sentAt, size: 150 },
  ...columnsNamed('phone', 'name'),
  { id: 'pressedKeys', label: 'A demandé', kind: 'choice', choices: pressedKeyNames, value: ({ pressedKeys }) => pressedKeys, size: 190 },
  { id: 'message', label: 'A entendu', value: ({ message }) => message, size: 320 },
  ...columnsNamed('site', 'paidFrom'),
]

function columnsNamed(...ids: string[]) {
  return ids.flatMap((id) => logColumns.find((column) => column.id === id) ?? [])
}

const columnsOf = ({ purpose, message }: HistoryRow) =>
  purpose === 'line' ? callColumns : asksReason(message) ? filledColumns : logColumns

/** Those who weren't reached come first. */
function Log({ send, isUnderWay }: { send: HistoryRow; isUnderWay: boolean }) {
  const { code, purpose } = send
  const log = useCall(alertCalls.listAlertLog, { code })
  useLive('alerts', () => log.refetch(), { isUnderWay, concerns: (event) => event.code === code })
  const rows = useMemo(() => log.data?.toSorted((a, b) => Number(isUnreached(b)) - Number(isUnreached(a))), [log.data])
  return (
    <DataGrid
      gridId={purpose === 'line' ? 'line-log' : 'alert-log'}
      label="Détail de l’envoi"
      {...rowsOf(log)}
      rows={rows}
      columns={columnsOf(send)}
      rowId={logRowId}
      exportAs="detail-alerte"
      empty={{
        title: 'Aucun occupant dans cet envoi',
        description: 'Chaque occupant visé apparaît ici, avec ce qui lui est arrivé.',
      }}
    />
  )
}
