import type { Deposit } from '@bordee/core/cheques/cheque.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate, formatInstant, todayIn } from '@bordee/core/time.ts'
import { Stack } from '@mantine/core'
import { rowsOf, useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { TermTable } from '../templates/TermTables.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { ChequeStatus } from './ChequeStatus.tsx'
import { ChequesFrame } from './ChequesFrame.tsx'
import { PrintSlip } from './PrintSlip.tsx'

const columns: GridColumn<Deposit>[] = [
  { id: 'number', label: 'Dépôt', kind: 'number', value: ({ number }) => number, size: 100 },
  { id: 'depositedOn', label: 'Date', kind: 'date', value: ({ depositedOn }) => depositedOn, size: 130 },
  { id: 'count', label: 'Chèques', kind: 'number', value: ({ chequeIds }) => chequeIds.length, size: 110 },
  { id: 'amount', label: 'Total', kind: 'money', value: ({ amount }) => amount, size: 140 },
  { id: 'bank', label: 'Institution', value: ({ bank }) => bank, size: 240 },
  { id: 'accountDigits', label: 'Compte', value: ({ accountDigits }) => accountDigits && `… ${accountDigits}`, size: 110 },
  { id: 'madeBy', label: 'Préparé par', value: ({ madeBy }) => madeBy, size: 240 },
]

// contracts/cheques/deposits: what went to the bank, with its slips (docs/product/cheques.md).
export const DepositsScreen = contractsOnly(() => {
  const deposits = useCall(chequeCalls.listDeposits)
  return (
    <ChequesFrame>
      <DataGrid
        gridId="deposits"
        label="Dépôts"
        {...rowsOf(deposits)}
        columns={columns}
        exportAs="depots"
        detail={(deposit) => <DepositDetail key={deposit.id} deposit={deposit} />}
        empty={{
          title: 'Aucun dépôt',
          description: 'Cochez des chèques dans le registre, puis choisissez «\u00a0Déposer\u00a0».',
          action: <LinkButton to="/dashboard/contracts/cheques">Ouvrir le registre</LinkButton>,
        }}
      />
    </ChequesFrame>
  )
})

function DepositDetail({
  deposit: { id, number, depositedOn, bank, accountDigits, amount, chequeIds, madeBy, createdAt },
}: {
  deposit: Deposit
}) {
  const zone = useZone()
  const today = todayIn(zone, new Date())
  const cheques = useCall(chequeCalls.listCheques)
  const own = cheques.data?.filter((cheque) => chequeIds.includes(cheque.id))
  return (
    <Stack>
      <SectionTitle>{`Dépôt nº\u00a0${number}`}</SectionTitle>
      <PrintSlip id={id} />
      <Facts
        facts={{
          Date: formatDate(depositedOn),
          Total: formatMoney(amount),
          Institution: bank,
          Compte: accountDigits && `se terminant par ${accountDigits}`,
          'Préparé par': `${madeBy}, ${formatInstant(createdAt, zone)}`,
        }}
      />
      {cheques.isError && <BrokenPart onRetry={() => void cheques.refetch()} />}
      {own && (
        <TermTable heads={['Numéro', 'Client', 'Statut', 'Montant']} figures={1} empty="Tous ses chèques en ont été retirés.">
          {own.map((cheque) => (
            <tr key={cheque.id}>
              <td style={{ overflowWrap: 'anywhere' }}>{cheque.number}</td>
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
      )}
    </Stack>
  )
}
