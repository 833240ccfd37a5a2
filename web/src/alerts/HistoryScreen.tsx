import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { monthBefore, todayIn } from '@bordee/core/time.ts'
import { Group, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { FrenchDates } from '../ui/FrenchDates.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { useZone } from '../ui/zone.ts'
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
  const today = todayIn(useZone(), new Date())
  const [range, setRange] = useState<[string | null, string | null]>([monthBefore(today), today])
  const [clientId, setClientId] = useState<string | null>(null)
  const clients = useCall(clientCalls.listClients)
  const unread = useUnread(clients.data)
  const [from, to] = range
  const history = useCall(alertCalls.listAlertHistory, from && to ? { from, to, ...(clientId && { clientId }) } : 'not yet')
  return (
    <>
      <Group mb="md" align="end">
        <FrenchDates>
          <DatePickerInput
            type="range"
            label="Période"
            valueFormat="DD/MM/YYYY"
            value={range}
            onChange={setRange}
            maxDate={today}
            w={{ base: '100%', xs: 260 }}
            clearable={false}
            allowSingleDateInRange
          />
        </FrenchDates>
        <Select
          label="Client"
          placeholder="Tous"
          clearable
          searchable
          limit={100}
          w={{ base: '100%', xs: 260 }}
          data={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
          value={clientId}
          onChange={setClientId}
          nothingFoundMessage="Aucun client"
          {...unread}
        />
      </Group>
      <HistoryGrid gridId="alert-history" history={history} />
    </>
  )
}
