import { cancellationTexts, type DeliveryStatus, deliveryStatusNames, type HistoryRow, type LogRow } from '@bordee/core/alerts/alert.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { alertMethodNames } from '@bordee/core/occupants/occupant.ts'
import { Box, Modal } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { useLive } from '../live.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { SendProgress } from './SendProgress.tsx'

const sendNames = { sending: 'En cours', done: 'Terminé', stopped: 'Arrêté' }
const sendTones: Record<HistoryRow['status'], StatusTone> = { sending: 'attention', done: 'good', stopped: 'neutral' }

// The first six are what a phone shows.
const columns: GridColumn<HistoryRow>[] = [
  { id: 'triggeredAt', label: 'Envoyé le', kind: 'instant', value: ({ triggeredAt }) => triggeredAt, size: 160 },
  { id: 'targetName', label: 'À qui', value: ({ targetName }) => targetName, size: 170 },
  { id: 'message', label: 'Message', value: ({ message }) => message, size: 280 },
  {
    id: 'status',
    label: 'État',
    kind: 'choice',
    choices: sendNames,
    value: ({ status }) => status,
    cell: ({ status }) => <Status tone={sendTones[status]}>{sendNames[status]}</Status>,
    size: 120,
  },
  { id: 'actual', label: 'Envoyés', kind: 'number', value: ({ actualCount }) => actualCount, size: 100 },
  { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 110 },
  { id: 'expected', label: 'Visés', kind: 'number', value: ({ expectedCount }) => expectedCount, size: 90 },
  { id: 'by', label: 'Par', value: ({ triggeredByUsername }) => triggeredByUsername, size: 150 },
]
const rowId = ({ code }: HistoryRow) => code

/** The sends of a period; one that is opened shows each delivery. */
export function HistoryGrid({ gridId, history }: { gridId: string; history: UseQueryResult<HistoryRow[]> }) {
  const [opened, setOpened] = useState<HistoryRow | null>(null)
  useLive('alerts', () => history.refetch(), { isUnderWay: history.data?.some(({ status }) => status === 'sending') ?? false })
  return (
    <>
      <DataGrid
        gridId={gridId}
        label="Historique des alertes"
        {...rowsOf(history)}
        columns={columns}
        rowId={rowId}
        exportAs="historique-des-alertes"
        onOpen={setOpened}
        empty={{ title: 'Aucune alerte', description: 'Aucune alerte n’a été envoyée dans cette période.' }}
      />
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={opened?.targetName} size={1100}>
        {opened?.status === 'sending' && (
          <Box mb="md">
            <SendProgress code={opened.code} onClose={() => setOpened(null)} />
          </Box>
        )}
        {opened && <Log code={opened.code} isUnderWay={opened.status === 'sending'} />}
      </Modal>
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
    label: 'État',
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
    choices: cancellationTexts,
    value: ({ cancellationReason }) => cancellationReason,
    size: 180,
  },
  { id: 'customer', label: 'Client', value: ({ customerName }) => customerName, size: 170 },
  { id: 'site', label: 'Point de service', value: ({ siteName }) => siteName, size: 190 },
  { id: 'factured', label: 'Facturé', kind: 'yesno', value: ({ factured }) => factured, size: 100 },
  { id: 'paidFrom', label: 'Payé par', kind: 'choice', choices: payerNames, value: ({ paidFrom }) => paidFrom, size: 110 },
  { id: 'sentAt', label: 'Envoyé le', kind: 'instant', value: ({ sentAt }) => sentAt, size: 160 },
]
const logRowId = ({ id }: LogRow) => id

function Log({ code, isUnderWay }: { code: string; isUnderWay: boolean }) {
  const log = useCall(alertCalls.listAlertLog, { code })
  useLive('alerts', () => log.refetch(), { isUnderWay, concerns: (event) => event.code === code })
  return (
    <DataGrid
      gridId="alert-log"
      label="Détail de l’envoi"
      {...rowsOf(log)}
      columns={logColumns}
      rowId={logRowId}
      exportAs="detail-alerte"
    />
  )
}
