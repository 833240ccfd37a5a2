import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { type ChequeState, chequeStateNames } from '@bordee/core/cheques/cheque-life.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, type IsoDate, todayIn } from '@bordee/core/time.ts'
import { Box, Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { only } from '../ui/gridLink.ts'
import { notify } from '../ui/notify.ts'
import { type Tile, Tiles } from '../ui/Tiles.tsx'
import { useZone } from '../ui/zone.ts'
import { ChequeDetail } from './ChequeDetail.tsx'
import { ChequeStatus } from './ChequeStatus.tsx'
import { ChequesFrame, recordCheque } from './ChequesFrame.tsx'
import { depositCheques } from './DepositForm.tsx'

const columnsFor = (today: IsoDate): GridColumn<Cheque>[] => [
  { id: 'dated', label: 'Daté du', kind: 'date', value: ({ dated }) => dated, size: 120 },
  { id: 'number', label: 'Numéro', value: ({ number }) => number, size: 110 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 220 },
  { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 130 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: chequeStateNames,
    value: ({ state }) => state,
    cell: (cheque) => <ChequeStatus cheque={cheque} today={today} />,
    size: 150,
  },
  { id: 'contracts', label: 'Contrats', value: ({ parts }) => parts.map((part) => part.contractNumber).join(', '), size: 160 },
  { id: 'bank', label: 'Institution', value: ({ bank }) => bank, size: 190 },
  { id: 'depositNumber', label: 'Dépôt', kind: 'number', value: ({ depositNumber }) => depositNumber, size: 100 },
  { id: 'note', label: 'Note', value: ({ note }) => note, size: 200, hidden: true },
]

/** Days that the register shows of what is settled. */
const shownDays = 180

// contracts/cheques: the register of cheques (docs/product/cheques.md).
export const ChequesScreen = contractsOnly(() => {
  const today = todayIn(useZone(), new Date())
  const [withOld, setWithOld] = useState(false)
  const cheques = useCall(chequeCalls.listCheques, withOld ? {} : { since: addDays(today, -shownDays) })
  const columns = useMemo(() => columnsFor(today), [today])
  const known = cheques.data ?? []
  const chosen = (ids: readonly string[]) => known.filter(({ id }) => ids.includes(id))
  return (
    <ChequesFrame>
      {cheques.data && cheques.data.length > 0 && (
        <Box mb="md">
          <Tiles label="Chèques en bref" tiles={tilesOf(cheques.data, today)} />
        </Box>
      )}
      <DataGrid
        gridId="cheques"
        label="Chèques"
        {...rowsOf(cheques)}
        columns={columns}
        selectable
        exportAs="cheques"
        detail={(cheque) => <ChequeDetail key={cheque.id} cheque={cheque} />}
        actions={(ids) => <Actions cheques={chosen(ids)} />}
        empty={{
          title: 'Aucun chèque',
          description: 'Inscrivez les chèques que vous recevez, même postdatés\u00a0: le calendrier dit quand les déposer.',
          action: <Button onClick={() => void recordCheque()}>Inscrire un chèque</Button>,
        }}
      />
      <Checkbox
        mt="sm"
        label="Voir aussi ce qui est réglé depuis plus de six mois"
        checked={withOld}
        onChange={(event) => setWithOld(event.currentTarget.checked)}
      />
    </ChequesFrame>
  )
})

function tilesOf(cheques: readonly Cheque[], today: IsoDate): Tile[] {
  const tile = (label: string, own: readonly Cheque[], filters: Parameters<typeof only>[1], tone: Tile['tone'] = false): Tile => ({
    label,
    value: own.length,
    detail: formatMoney(own.reduce((sum: Cents, { amount }) => sum + amount, 0)),
    tone: own.length > 0 && tone,
    link: { to: '/dashboard/contracts/cheques', search: only('cheques', filters) },
  })
  const of = (state: ChequeState) => cheques.filter((cheque) => cheque.state === state)
  const postdated = of('held').filter(({ dated }) => dated > today)
  const inState = (state: ChequeState) => ({ state: { oneOf: [state] } })
  return [
    tile(
      'À déposer',
      of('held').filter(({ dated }) => dated <= today),
      { ...inState('held'), dated: { to: today } },
      'attention',
    ),
    { ...tile('Postdatés', postdated, { ...inState('held'), dated: { from: addDays(today, 1) } }), isMinor: true },
    { ...tile('Déposés', of('deposited'), inState('deposited')), isMinor: true },
    tile('Sans provision', of('bounced'), inState('bounced'), 'bad'),
    tile('À compléter', of('typed'), inState('typed')),
  ]
}

/** Of those that are ticked. */
function Actions({ cheques }: { cheques: readonly Cheque[] }) {
  const clear = useAction(chequeCalls.updateCheque, { failed: 'Impossible de noter l’encaissement.' })
  const atHand = cheques.filter(({ state }) => state === 'held')
  const deposited = cheques.filter(({ state }) => state === 'deposited')
  const clearAll = async () => {
    for (const { id } of deposited) await clear.mutateAsync({ id, cheque: { state: 'cleared' } })
    notify('success', `${count(deposited.length, 'chèque encaissé', 'chèques encaissés')}.`)
  }
  return (
    <>
      <Button variant="default" disabled={atHand.length === 0} onClick={() => void depositCheques(atHand)}>
        {atHand.length > 0 ? `Déposer (${atHand.length})` : 'Déposer'}
      </Button>
      <Button
        variant="default"
        disabled={deposited.length === 0}
        loading={clear.isPending}
        onClick={() => void clearAll().catch(() => undefined)}
      >
        {deposited.length > 0 ? `Encaissés (${deposited.length})` : 'Encaissés'}
      </Button>
    </>
  )
}
