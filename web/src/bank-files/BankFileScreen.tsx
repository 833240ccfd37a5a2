import { type BankFile, type BankLine, mostApplied } from '@bordee/core/bank-files/bank-file.ts'
import { bankFileCalls } from '@bordee/core/bank-files/bank-files.calls.ts'
import { matchLevelNames, matchReasonNames } from '@bordee/core/bank-files/matching.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Alert, Box, Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { only } from '../ui/gridLink.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { notify } from '../ui/notify.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Tiles } from '../ui/Tiles.tsx'
import { BankLineDetail } from './BankLineDetail.tsx'

const list = '/dashboard/invoicing/bank-files'
const gridId = 'bank-lines'

type Group = 'sure' | 'likely' | 'none' | 'applied'
const groupNames: Record<Group, string> = { ...matchLevelNames, applied: 'Appliquée' }
const tones: Record<Group, StatusTone> = { sure: 'good', likely: 'attention', none: 'neutral', applied: 'info' }
const groupOf = ({ level }: BankLine): Group => level ?? 'applied'

const payerOf = ({ parts, depositNumber }: BankLine) =>
  depositNumber ? `Dépôt nº\u00a0${depositNumber}` : [...new Set(parts.map(({ clientName }) => clientName))].join(', ')

// A phone shows the first six columns.
const columns: GridColumn<BankLine>[] = [
  { id: 'day', label: 'Date', kind: 'date', value: ({ day }) => day, size: 115 },
  { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 120 },
  {
    id: 'group',
    label: 'Correspondance',
    kind: 'choice',
    choices: groupNames,
    value: groupOf,
    cell: (line) => <Status tone={tones[groupOf(line)]}>{groupNames[groupOf(line)]}</Status>,
    size: 150,
  },
  { id: 'client', label: 'Client', value: payerOf, size: 200 },
  { id: 'description', label: 'Description', value: ({ description }) => description, size: 300 },
  { id: 'pays', label: 'Paie', value: ({ parts }) => parts.map(({ number }) => number).join(', '), size: 160 },
  { id: 'reason', label: 'Pourquoi', value: ({ reason }) => reason && matchReasonNames[reason], size: 200 },
  { id: 'reference', label: 'Référence', value: ({ reference }) => reference, size: 140 },
  { id: 'isKnown', label: 'D’un relevé précédent', kind: 'yesno', value: ({ isKnown }) => isKnown, size: 160, hidden: true },
  { id: 'appliedBy', label: 'Appliquée par', value: ({ appliedBy }) => appliedBy, size: 220, hidden: true },
]

// invoicing/bank-files/:fileId: what came in, what it most likely pays, and what was applied (docs/product/bank-files.md).
export const BankFileScreen = contractsOnly(() => {
  const { fileId } = useParams({ from: '/dashboard/invoicing/bank-files/$fileId' })
  const file = useCall(bankFileCalls.getBankFile, { id: fileId })
  return (
    <Loaded query={file} pick={itself} what="Relevé" home={list}>
      {(found) => <Lines key={found.id} file={found} />}
    </Loaded>
  )
})

const isReady = ({ level, parts, depositId }: BankLine) => level !== null && (parts.length > 0 || depositId !== null)
const idsOf = (lines: readonly BankLine[], group: Group) => lines.flatMap((line) => (groupOf(line) === group ? line.id : []))

function Lines({ file }: { file: BankFile }) {
  const navigate = useNavigate()
  const { lines } = file
  const [ticked, setTicked] = useState(() => idsOf(lines, 'sure'))
  const [refused, setRefused] = useState<{ id: string; reason: string }[]>([])
  const untick = (ids: readonly string[]) => setTicked((before) => before.filter((id) => !ids.includes(id)))
  return (
    <>
      <PageHeader
        title={file.name}
        description={`${file.accountName}, du ${formatDate(file.from)} au ${formatDate(file.to)}`}
        onBack={() => void navigate({ to: list })}
      />
      <Box mb="md">
        <Tiles label="Correspondances" tiles={tilesOf(file)} />
      </Box>
      {refused.length > 0 && <Refused lines={lines} refused={refused} onClose={() => setRefused([])} />}
      <DataGrid
        gridId={gridId}
        label="Entrées du relevé"
        rows={lines}
        columns={columns}
        selectable
        selected={ticked}
        onSelectedChange={setTicked}
        exportAs="releve"
        detail={(line, close) => <BankLineDetail key={`${line.id} ${line.appliedAt}`} fileId={file.id} line={line} onDone={close} />}
        actions={(ids) => (
          <Actions
            fileId={file.id}
            lines={lines.filter(({ id }) => ids.includes(id))}
            onRefused={setRefused}
            onDone={(done) => untick(done)}
          />
        )}
        empty={{ title: 'Aucune entrée', description: 'Ce relevé n’a aucune entrée d’argent.' }}
      />
    </>
  )
}

function tilesOf({ id, lines }: BankFile) {
  return (['sure', 'likely', 'none', 'applied'] as const).map((group) => {
    const own = lines.filter((line) => groupOf(line) === group)
    const labels: Record<Group, string> = { sure: 'Sûres', likely: 'Probables', none: 'À classer', applied: 'Appliquées' }
    return {
      label: labels[group],
      value: formatNumber(own.length),
      detail: formatMoney(own.reduce((sum, { amount }) => sum + amount, 0)),
      tone: group === 'likely' && own.length > 0 && ('attention' as const),
      link: { to: `${list}/${id}`, search: only(gridId, { group: { oneOf: [group] } }) },
    }
  })
}

interface ActionsProps {
  fileId: string
  lines: readonly BankLine[]
  onRefused: (refused: { id: string; reason: string }[]) => void
  onDone: (ids: readonly string[]) => void
}

/** Of those that are ticked, some at a time. */
function Actions({ fileId, lines, onRefused, onDone }: ActionsProps) {
  const apply = useAction(bankFileCalls.applyBankLines, { failed: 'Impossible d’appliquer ces lignes.' })
  const undo = useAction(bankFileCalls.undoBankLines, { failed: 'Impossible d’annuler.' })
  const [isBusy, setBusy] = useState(false)
  const ready = lines.filter(isReady)
  const applied = lines.filter(({ appliedAt }) => appliedAt !== null)
  const inTurns = async (those: readonly BankLine[], run: (some: readonly BankLine[]) => Promise<unknown>) => {
    setBusy(true)
    try {
      for (let from = 0; from < those.length; from += mostApplied) {
        const some = those.slice(from, from + mostApplied)
        await run(some)
        onDone(some.map(({ id }) => id))
      }
      return true
    } catch {
      return false // said already
    } finally {
      setBusy(false)
    }
  }
  const applyAll = async () => {
    const refused: { id: string; reason: string }[] = []
    const isDone = await inTurns(ready, async (some) => {
      const answer = await apply.mutateAsync({ id: fileId, lines: some.map(wantedOf) })
      refused.push(...answer.refused)
    })
    onRefused(refused)
    const done = ready.length - refused.length
    if (isDone && done > 0) notify('success', `${count(done, 'ligne appliquée', 'lignes appliquées')}.`)
  }
  const undoAll = async () => {
    const title = `Annuler ${count(applied.length, 'ligne appliquée', 'lignes appliquées')}?`
    if (!(await confirm({ title, message: 'Ce qu’elles ont payé redevient dû.', confirm: 'Annuler ces paiements' }))) return
    const isDone = await inTurns(applied, (some) => undo.mutateAsync({ id: fileId, lineIds: some.map(({ id }) => id) }))
    if (isDone) notify('success', `${count(applied.length, 'ligne annulée', 'lignes annulées')}.`)
  }
  return (
    <>
      {applied.length > 0 && (
        <Button variant="default" loading={isBusy} onClick={() => void undoAll()}>
          {`Annuler les paiements (${applied.length})`}
        </Button>
      )}
      <Button disabled={ready.length === 0} loading={isBusy} onClick={() => void applyAll()}>
        {ready.length > 0 ? `Appliquer (${ready.length})` : 'Appliquer'}
      </Button>
    </>
  )
}

const wantedOf = ({ id, parts, depositId }: BankLine) => ({
  lineId: id,
  depositId,
  parts: parts.map(({ contractId, invoiceId, amount }) => ({ contractId, invoiceId, amount })),
})

function Refused({
  lines,
  refused,
  onClose,
}: {
  lines: readonly BankLine[]
  refused: { id: string; reason: string }[]
  onClose: () => void
}) {
  return (
    <Alert
      mb="md"
      color="amber"
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={onClose}
      title={`${count(refused.length, 'ligne refusée', 'lignes refusées')}`}
    >
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {refused.map(({ id, reason }) => (
          <li key={id}>{`${lines.find((line) => line.id === id)?.description ?? ''}\u00a0: ${reason}`}</li>
        ))}
      </ul>
    </Alert>
  )
}
