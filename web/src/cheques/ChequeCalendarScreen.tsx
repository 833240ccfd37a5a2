import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { depositCalendar, type Slot, type Span } from '@bordee/core/cheques/register.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, formatDate, type IsoDate, monthName, todayIn } from '@bordee/core/time.ts'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { TermTable } from '../templates/TermTables.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { ChequeStatus } from './ChequeStatus.tsx'
import { ChequesFrame } from './ChequesFrame.tsx'
import { depositCheques } from './DepositForm.tsx'

const spans: { value: Span; label: string }[] = [
  { value: 'week', label: 'Par semaine' },
  { value: 'month', label: 'Par mois' },
]

// contracts/cheques/calendar: what to deposit when (docs/product/cheques.md).
export const ChequeCalendarScreen = contractsOnly(() => {
  const today = todayIn(useZone(), new Date())
  const [span, setSpan] = useState<Span>('week')
  const cheques = useCall(chequeCalls.listCheques, { state: 'held' })
  return (
    <ChequesFrame>
      <Stack>
        <SegmentedControl
          aria-label="Regrouper"
          data={spans}
          value={span}
          onChange={(value) => setSpan(value as Span)}
          style={{ alignSelf: 'flex-start' }}
        />
        <Loaded query={cheques} pick={itself} what="Calendrier" home="/dashboard/contracts/cheques">
          {(held) => <Slots slots={depositCalendar(held, today, span)} span={span} today={today} />}
        </Loaded>
      </Stack>
    </ChequesFrame>
  )
})

function Slots({ slots, span, today }: { slots: Slot<Cheque>[]; span: Span; today: IsoDate }) {
  if (slots.length === 0)
    return (
      <EmptyState
        card
        icon={<IconCalendarDollar />}
        title="Aucun chèque en main"
        description="Les chèques que vous inscrivez apparaissent ici, à la date où ils peuvent être déposés."
        action={<LinkButton to="/dashboard/contracts/cheques">Ouvrir le registre</LinkButton>}
      />
    )
  return slots.map((slot) => {
    const { from, cheques, amount } = slot
    const name = nameOf(from, span)
    return (
      <section key={from ?? 'now'} className="bordee-card" style={{ padding: 20 }} aria-label={name}>
        <Group justify="space-between" mb="xs">
          <SectionTitle>{name}</SectionTitle>
          <Group gap="sm">
            <Text className="bordee-figures">
              {count(cheques.length, 'chèque')}, <strong>{formatMoney(amount)}</strong>
            </Text>
            {from === null && <Button onClick={() => void depositCheques(cheques)}>Déposer ces chèques</Button>}
          </Group>
        </Group>
        <TermTable heads={['Daté du', 'Numéro', 'Client', 'Statut', 'Montant']} figures={1} empty="">
          {cheques.map((cheque) => (
            <tr key={cheque.id}>
              <td style={{ whiteSpace: 'nowrap' }}>{formatDate(cheque.dated)}</td>
              <td data-label="Numéro" style={{ overflowWrap: 'anywhere' }}>
                {cheque.number}
              </td>
              <td data-label="Client" style={{ overflowWrap: 'anywhere' }}>
                {cheque.clientName}
              </td>
              <td data-label="État">
                <ChequeStatus cheque={cheque} today={today} />
              </td>
              <td data-figure data-label="Montant">
                {formatMoney(cheque.amount)}
              </td>
            </tr>
          ))}
        </TermTable>
      </section>
    )
  })
}

function nameOf(from: IsoDate | null, span: Span): string {
  if (from === null) return 'À déposer maintenant'
  return span === 'month' ? monthName(from) : `Semaine du ${formatDate(from)} au ${formatDate(addDays(from, 6))}`
}
