import type { BankAccount } from '@bordee/core/bank-files/bank-file.ts'
import { bankFileCalls } from '@bordee/core/bank-files/bank-files.calls.ts'
import { type BankColumns, bankColumns, type DayOrder, dayOrderNames, dayOrders, guessColumns } from '@bordee/core/bank-files/columns.ts'
import { linesIn } from '@bordee/core/bank-files/reading.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Problem } from '@bordee/core/problem.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button, Checkbox, Group, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { TermTable } from '../templates/TermTables.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Hint, PartTitle, Refusal, SectionTitle } from '../ui/words.tsx'
import type { Preview } from './preview.ts'

interface Props {
  preview: Preview
  onCancel: () => void
  onDone: (fileId: string) => void
}

/** Confirms the account and the columns: as the account's last file was read, or as they are guessed. */
export function NewBankFile(props: Props) {
  const accounts = useCall(bankFileCalls.listBankAccounts)
  if (accounts.isError) return <BrokenPart onRetry={() => void accounts.refetch()} />
  return accounts.data ? <Fields {...props} accounts={accounts.data} /> : null
}

const fallback: BankColumns = { hasHeadings: true, date: 0, dayOrder: 'ymd', amount: 1, description: [], reference: null, account: null }
const newAccount = 'new'
const shownLines = 6

function Fields({ preview: { name, base64, rows }, onCancel, onDone, accounts }: Props & { accounts: BankAccount[] }) {
  const guessed = useMemo(() => guessColumns(rows), [rows])
  const fitting = (account: BankAccount | undefined) => {
    const before = account && linesIn(rows, account.columns)
    return (before && before.lines.length > before.unread.length ? account.columns : guessed) ?? fallback
  }
  const [ids] = useState(() => ({ file: crypto.randomUUID(), account: crypto.randomUUID() }))
  const [accountId, setAccountId] = useState<string>(accounts[0]?.id ?? newAccount)
  const [accountName, setAccountName] = useState('')
  const [columns, setColumns] = useState(() => fitting(accounts[0]))
  const file = useMemo(() => linesIn(rows, columns), [rows, columns])
  const create = useAction(bankFileCalls.createBankFile, { failed: () => null, after: ({ id }) => onDone(id) })
  const set = (change: Partial<BankColumns>) => setColumns({ ...columns, ...change })
  const choices = choicesOf(rows, columns.hasHeadings)
  const isNew = accountId === newAccount
  const isReady = bankColumns.safeParse(columns).success && file.lines.length > 0 && (!isNew || accountName.trim() !== '')
  const pick = (label: string, key: 'date' | 'amount', description?: string) => (
    <Select
      label={label}
      description={description}
      data={choices}
      value={String(columns[key])}
      onChange={(value) => value !== null && set({ [key]: Number(value) })}
      allowDeselect={false}
    />
  )
  const pickOptional = (label: string, key: 'reference' | 'account') => (
    <Select
      label={label}
      placeholder="Aucune"
      clearable
      data={choices}
      value={columns[key] === null ? null : String(columns[key])}
      onChange={(value) => set({ [key]: value === null ? null : Number(value) })}
    />
  )
  const send = () =>
    create.mutate({
      id: ids.file,
      bankFile: { accountId: isNew ? ids.account : accountId, accountName: isNew ? accountName : null, name, content: base64, columns },
    })
  return (
    <section className="bordee-card" style={{ padding: 20 }} aria-label="Colonnes du relevé">
      <Stack>
        <SectionTitle style={{ overflowWrap: 'anywhere' }}>{name}</SectionTitle>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label="Compte"
            data={[...accounts.map(accountChoice), { value: newAccount, label: 'Nouveau compte…' }]}
            value={accountId}
            onChange={(value) => {
              if (value === null) return
              setAccountId(value)
              setColumns(fitting(accounts.find(({ id }) => id === value)))
            }}
            allowDeselect={false}
          />
          {isNew && (
            <TextInput
              label="Nom du compte"
              placeholder="Desjardins, opérations"
              required
              maxLength={60}
              value={accountName}
              onChange={(event) => setAccountName(event.currentTarget.value)}
            />
          )}
        </SimpleGrid>
        <PartTitle>Colonnes</PartTitle>
        <Checkbox
          label="La première ligne contient les titres"
          checked={columns.hasHeadings}
          onChange={(event) => set({ hasHeadings: event.currentTarget.checked })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {pick('Date', 'date')}
          <Select
            label="Ordre de la date"
            data={dayOrders.map((value) => ({ value, label: dayOrderNames[value] }))}
            value={columns.dayOrder}
            onChange={(value) => value && set({ dayOrder: value as DayOrder })}
            allowDeselect={false}
          />
          {pick('Montant', 'amount', 'Crédits, ou montants négatifs à la sortie')}
          <MultiSelect
            label="Description"
            data={choices}
            maxValues={4}
            value={columns.description.map(String)}
            onChange={(values) => set({ description: values.map(Number) })}
          />
          {pickOptional('Référence', 'reference')}
          {pickOptional('Numéro du compte', 'account')}
        </SimpleGrid>
        <Summary file={file} />
        {create.error !== null && <Refusal>{reasonOf(create.error)}</Refusal>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Annuler
          </Button>
          <Button disabled={!isReady} loading={create.isPending} onClick={send}>
            Rapprocher ce relevé
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

/** What is wrong with the file or its columns, rather than that something is. */
const reasonOf = (error: unknown) =>
  error instanceof Problem ? (Object.values(error.body.formErrors?.bankFile ?? {})[0] ?? error.message) : 'Impossible de lire ce relevé.'

const accountChoice = ({ id, name, digits }: BankAccount) => ({ value: id, label: digits ? `${name} (… ${digits})` : name })

/** « Crédit », or what is in the first lines. */
function choicesOf(rows: readonly string[][], hasHeadings: boolean) {
  const width = Math.max(...rows.slice(0, 50).map((row) => row.length))
  return Array.from({ length: width }, (_, i) => {
    const sample =
      rows
        .slice(0, 20)
        .map((row) => row[i])
        .find(Boolean) ?? 'vide'
    const heading = hasHeadings ? rows[0]?.[i] : undefined
    return { value: String(i), label: heading || `Colonne ${i + 1}\u00a0: ${sample.slice(0, 30)}` }
  })
}

/** What would be read. */
function Summary({ file: { lines, others, unread } }: { file: ReturnType<typeof linesIn> }) {
  const days = lines.map(({ day }) => day).toSorted()
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  return (
    <Stack gap="xs" aria-live="polite">
      {lines.length === 0 ? (
        <Refusal>Aucune entrée d’argent n’est lue avec ces colonnes.</Refusal>
      ) : (
        <Hint>
          {`${count(lines.length, 'entrée d’argent', 'entrées d’argent')}, ${formatMoney(sum)}, ` +
            `du ${formatDate(days[0])} au ${formatDate(days.at(-1))}. ` +
            `${count(others, 'autre ligne laissée', 'autres lignes laissées')}.`}
        </Hint>
      )}
      {unread.length > 0 && (
        <Refusal>{`${count(unread.length, 'ligne illisible', 'lignes illisibles')}, à partir de la ligne ${unread[0]}.`}</Refusal>
      )}
      <TermTable heads={['Date', 'Description', 'Montant']} figures={1} empty="">
        {lines.slice(0, shownLines).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id yet and never move
          <tr key={place}>
            <td>{formatDate(line.day)}</td>
            <td data-label="Description" style={{ overflowWrap: 'anywhere' }}>
              {line.description}
            </td>
            <td data-figure data-label="Montant">
              {formatMoney(line.amount)}
            </td>
          </tr>
        ))}
      </TermTable>
    </Stack>
  )
}
