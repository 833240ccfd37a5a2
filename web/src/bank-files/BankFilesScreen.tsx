import type { BankFileRow } from '@bordee/core/bank-files/bank-file.ts'
import { bankFileCalls } from '@bordee/core/bank-files/bank-files.calls.ts'
import { Box, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { InvoicingTabs } from '../client-invoices/InvoicingTabs.tsx'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Hint, Refusal } from '../ui/words.tsx'
import { NewBankFile } from './NewBankFile.tsx'
import { type Preview, previewOf } from './preview.ts'

const columns: GridColumn<BankFileRow>[] = [
  { id: 'name', label: 'Fichier', value: ({ name }) => name, size: 220 },
  { id: 'accountName', label: 'Compte', value: ({ accountName }) => accountName, size: 190 },
  { id: 'from', label: 'Du', kind: 'date', value: ({ from }) => from, size: 120 },
  { id: 'to', label: 'Au', kind: 'date', value: ({ to }) => to, size: 120 },
  { id: 'lineCount', label: 'Entrées', kind: 'number', value: ({ lineCount }) => lineCount, size: 100 },
  { id: 'appliedCount', label: 'Appliquées', kind: 'number', value: ({ appliedCount }) => appliedCount, size: 120 },
  { id: 'newCount', label: 'Nouvelles', kind: 'number', value: ({ newCount }) => newCount, size: 120 },
  { id: 'amount', label: 'Total', kind: 'money', value: ({ amount }) => amount, size: 130 },
  { id: 'createdAt', label: 'Envoyé le', kind: 'instant', value: ({ createdAt }) => createdAt, size: 160 },
  { id: 'sentBy', label: 'Envoyé par', value: ({ sentBy }) => sentBy, size: 220, hidden: true },
]

/** Banks say text/csv, Windows says Excel, and some say nothing. */
const accept = { 'text/csv': ['.csv', '.txt'], 'text/plain': ['.csv', '.txt'], 'application/vnd.ms-excel': ['.csv'] }

// invoicing/bank-files: what the bank says came in (docs/product/bank-files.md).
export const BankFilesScreen = contractsOnly(() => {
  const files = useCall(bankFileCalls.listBankFiles)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [isBad, setBad] = useState(false)
  const navigate = useNavigate()
  const open = (fileId: string) => void navigate({ to: '/dashboard/invoicing/bank-files/$fileId', params: { fileId } })
  const take = async ([file]: File[]) => {
    const read = file && (await previewOf(file))
    setBad(file !== undefined && !read)
    setPreview(read ?? null)
  }
  return (
    <InvoicingTabs>
      <Box mb="md">
        {preview ? (
          <NewBankFile preview={preview} onCancel={() => setPreview(null)} onDone={open} />
        ) : (
          <Stack gap="xs">
            <FileDrop
              label="Fichier CSV de la banque"
              accept={accept}
              files={[]}
              onChange={(chosen) => void take(chosen)}
              maxCount={1}
              maxMegabytes={0.7}
              invitation="Glissez le relevé ici, ou cliquez pour le choisir"
            />
            {isBad && <Refusal>Ce fichier n’est pas un relevé en CSV, ou il a plus de 5000 lignes.</Refusal>}
            <Hint>
              Sur le site de votre banque, exportez les opérations du compte en CSV. Un relevé envoyé deux fois, ou qui en recoupe un autre,
              n’ajoute rien deux fois.
            </Hint>
          </Stack>
        )}
      </Box>
      <DataGrid
        gridId="bank-files"
        label="Relevés bancaires"
        {...rowsOf(files)}
        columns={columns}
        exportAs="releves"
        onOpen={({ id }) => open(id)}
        empty={{ title: 'Aucun relevé', description: 'Ceux que vous envoyez restent ici, avec ce que chaque entrée a payé.' }}
      />
    </InvoicingTabs>
  )
})
