import type { HistoryRow } from '@bordee/core/alerts/alert.ts'
import { cancellationDetailTexts } from '@bordee/core/alerts/ending.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { SentLink, TargetedLink } from './CountLinks.tsx'

export const sendNames = { sending: 'En cours', done: 'Terminé', stopped: 'Arrêté' }
export const sendTones: Record<HistoryRow['status'], StatusTone> = { sending: 'attention', done: 'good', stopped: 'neutral' }

// A phone shows the first six columns.
const amountColumn: GridColumn<HistoryRow> = { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 110 }

const columns: GridColumn<HistoryRow>[] = [
  { id: 'triggeredAt', label: 'Envoyé le', kind: 'instant', value: ({ triggeredAt }) => triggeredAt, size: 160 },
  { id: 'targetName', label: 'À qui', value: ({ targetName }) => targetName, size: 170 },
  { id: 'message', label: 'Message', value: ({ message }) => message, cell: ({ message }) => <MessageText text={message} />, size: 280 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: sendNames,
    value: ({ status }) => status,
    cell: ({ status }) => <Status tone={sendTones[status]}>{sendNames[status]}</Status>,
    size: 120,
  },
  {
    id: 'actual',
    label: 'Envoyés',
    kind: 'number',
    value: ({ actualCount }) => actualCount,
    cell: (send) => <SentLink {...send} />,
    size: 100,
  },
  amountColumn,
  {
    id: 'expected',
    label: 'Visés',
    kind: 'number',
    value: ({ expectedCount }) => expectedCount,
    cell: (send) => <TargetedLink {...send} />,
    size: 90,
  },
  {
    id: 'detail',
    label: 'Raison de l’arrêt',
    kind: 'choice',
    choices: cancellationDetailTexts,
    value: ({ cancellationDetail }) => cancellationDetail,
    size: 200,
  },
  { id: 'by', label: 'Par', value: ({ triggeredByUsername }) => triggeredByUsername, size: 150 },
]
/** Those who dispatch read no amounts. */
const withoutAmounts = columns.filter((column) => column !== amountColumn)
const rowId = ({ code }: HistoryRow) => code

/** The sends of a period; opening one leads to its own page. */
export function HistoryGrid({ gridId, history }: { gridId: string; history: UseQueryResult<HistoryRow[]> }) {
  const navigate = useNavigate()
  const can = useCan()
  useLive('alerts', () => history.refetch(), { isUnderWay: history.data?.some(({ status }) => status === 'sending') ?? false })
  return (
    <DataGrid
      gridId={gridId}
      label="Historique des alertes"
      {...rowsOf(history)}
      columns={can(bankCalls.getBankTotal) ? columns : withoutAmounts}
      rowId={rowId}
      exportAs="historique-des-alertes"
      onOpen={({ code }) => void navigate({ to: '/dashboard/alerts/history/$code', params: { code } })}
      empty={{
        title: 'Aucune alerte',
        description: 'Aucune alerte n’a été envoyée dans cette période.',
        action: <LinkButton to="/dashboard/alerts/sending">Envoyer une alerte</LinkButton>,
      }}
    />
  )
}
