import type { OperationDetails, Reading } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Button, Group, NumberInput, Popover, Select, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useUnread } from '../ui/useUnread.ts'
import { latestReadings } from './latestReadings.ts'
import classes from './operations.module.css'
import { ProposedReading } from './ProposedReading.tsx'

type Kind = Reading['kind']

/** The latest centimetres by sector and the temperature. Each is typed in its place. */
export function Readings({ operation }: { operation: OperationDetails }) {
  const sectors = useCall(sectorCalls.listSectorsForAlerts)
  // Until they are read, the figure stands alone.
  const nameOf = (sectorId: string) => sectors.data && `${sectors.data.find(({ id }) => id === sectorId)?.name ?? 'Secteur'} `
  const { depths, temperature } = latestReadings(operation.readings)
  const choices = [{ value: '', label: 'Toute l’opération' }, ...(sectors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <div className={`${classes.readings} bordee-figures`}>
      {depths.map(({ id, sectorId, amount }) => (
        <Typed key={sectorId ?? 'all'} operation={operation} kind="depth" sectorId={sectorId} value={amount} freshKey={id}>
          {sectorId && nameOf(sectorId)}
          <strong>{formatNumber(amount)}&nbsp;cm</strong>
        </Typed>
      ))}
      <Typed operation={operation} kind="depth" sectorId={null} choices={choices} freshKey={String(operation.readings.length)}>
        {depths.length === 0 ? 'Noter les cm' : <IconPlus size={14} aria-label="Noter les cm d’un autre secteur" />}
      </Typed>
      <Typed operation={operation} kind="temperature" sectorId={null} value={temperature?.amount} freshKey={temperature?.id ?? ''}>
        {temperature ? <strong>{degrees(temperature.amount)}</strong> : '°C'}
      </Typed>
    </div>
  )
}

const degrees = (amount: number) => `${formatNumber(amount)}\u00a0°C`

interface TypedProps {
  operation: OperationDetails
  kind: Kind
  sectorId: string | null
  value?: number | undefined
  /** When given, the sector can be chosen. */
  choices?: { value: string; label: string }[]
  /** Changes with the reading: the field then starts from it. */
  freshKey: string
  children: ReactNode
}

function Typed({ children, freshKey, ...field }: TypedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <button type="button" data-print={field.value !== undefined || undefined} onClick={() => setOpen(!isOpen)}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ReadingForm key={freshKey} {...field} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ReadingForm({
  operation,
  kind,
  sectorId,
  value,
  choices,
  onDone,
}: Omit<TypedProps, 'children' | 'freshKey'> & { onDone: () => void }) {
  const [amount, setAmount] = useState<number | string>(value ?? '')
  const [chosen, setChosen] = useState(sectorId ?? '')
  const unread = useUnread(choices)
  const add = useAction(operationCalls.addOperationReading, { failed: 'La lecture n’a pas été notée.', after: onDone })
  const isDepth = kind === 'depth'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typeof amount === 'number') add.mutate({ id: operation.id, reading: { kind, sectorId: chosen || null, amount } })
      }}
    >
      <Stack gap="xs" w={210}>
        {choices && (
          <Select
            label="Où"
            data={choices}
            value={chosen}
            onChange={(next) => setChosen(next ?? '')}
            allowDeselect={false}
            searchable
            comboboxProps={{ withinPortal: false }}
            {...unread}
          />
        )}
        <Group gap="xs" align="end" wrap="nowrap">
          <NumberInput
            label={isDepth ? 'Centimètres au sol' : 'Température (°C)'}
            value={amount}
            onChange={setAmount}
            min={isDepth ? 0 : -60}
            max={isDepth ? 500 : 60}
            decimalScale={1}
            data-autofocus
            flex={1}
          />
          <Button type="submit" loading={add.isPending} disabled={typeof amount !== 'number'}>
            Noter
          </Button>
        </Group>
        <ProposedReading operation={operation} kind={kind} sectorId={chosen || null} onTake={setAmount} />
      </Stack>
    </form>
  )
}
