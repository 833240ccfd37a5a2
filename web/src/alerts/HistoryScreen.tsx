import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { Period, usePeriod } from '../ui/Period.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { AlertsTabs } from './AlertsTabs.tsx'
import { HistoryGrid } from './HistoryGrid.tsx'

// alerts/history: past sends, their targets and their outcomes.
export function HistoryScreen() {
  return (
    <AlertsTabs tab="history">
      <History />
    </AlertsTabs>
  )
}

function History() {
  const { today, range, setRange, days } = usePeriod()
  const [clientId, setClientId] = useState<string | null>(null)
  const can = useCan()
  const history = useCall(alertCalls.listAlertHistory, days === 'not yet' ? days : { ...days, ...(clientId && { clientId }) })
  return (
    <>
      <Group mb="md" align="end">
        <Period range={range} onChange={setRange} max={today} />
        {can(clientCalls.listClients) && <ClientChoice clientId={clientId} onChange={setClientId} />}
      </Group>
      <HistoryGrid gridId="alert-history" history={history} />
    </>
  )
}

function ClientChoice({ clientId, onChange }: { clientId: string | null; onChange: (clientId: string | null) => void }) {
  const clients = useCall(clientCalls.listClients)
  const unread = useUnread(clients.data)
  return (
    <Select
      label="Client"
      placeholder="Tous"
      clearable
      searchable
      limit={100}
      w={{ base: '100%', xs: 260 }}
      data={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
      value={clientId}
      onChange={onChange}
      nothingFoundMessage="Aucun client"
      {...unread}
    />
  )
}
