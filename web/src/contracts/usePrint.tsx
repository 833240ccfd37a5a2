import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { useLiveEvents } from '../live.ts'
import { useMe } from '../session.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { openFile } from '../ui/openFile.ts'
import { saveFile } from '../ui/saveFile.ts'
import { showConflicts } from './showOutcomes.tsx'

const failed = 'Le contrat n’a pas été imprimé…'

/**
 * Prints contracts as PDF: a single one opens in a new tab; several are saved as one file, with progress shown.
 * Render `progress`. Printing a draft in the office ends its draft status, so drafts and batches ask first.
 */
export function usePrint(onDone?: () => void) {
  const one = useAction(contractCalls.printContract, { failed })
  const many = useAction(contractCalls.printContracts, { failed })
  const [under, setUnder] = useState(0) // how many are being printed

  async function print(chosen: readonly Pick<ContractInGrid, 'id' | 'status' | 'contractNumber'>[]) {
    const [only] = chosen.length === 1 ? chosen : []
    const drafts = chosen.filter(({ status }) => status === 'draft').length
    if (only ? drafts && !(await isSure(only.contractNumber)) : !(await areSure(chosen.length, drafts))) return
    const isDone = only ? await openFile(() => one.mutateAsync({ id: only.id }), failed) : await printMany(chosen.map(({ id }) => id))
    if (!isDone) return
    if (!only) notify('success', printed(chosen.length, drafts))
    onDone?.()
  }

  async function printMany(contractIds: string[]) {
    setUnder(contractIds.length)
    const load = () => many.mutateAsync({ contractIds }, { onError: showConflicts })
    const isDone = await saveFile(load, `Contrats (${contractIds.length}).pdf`, failed)
    setUnder(0)
    return isDone
  }

  const progress = (
    <Dialog
      opened={under > 0}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={`Impression de ${count(under, 'contrat')}`}
    >
      {under > 0 && <PrintProgress of={under} />}
    </Dialog>
  )
  return { print, isPending: one.isPending || many.isPending, progress }
}

const becoming = (drafts: number) => `${count(drafts, 'contrat')} ${drafts > 1 ? 'passeront' : 'passera'} à «\u00a0Imprimé\u00a0».`

const areSure = (all: number, drafts: number) =>
  confirm({
    title: `Imprimer ${count(all, 'contrat')}?`,
    message: drafts ? becoming(drafts) : 'Aucun statut ne changera.',
    confirm: 'Imprimer',
  })

const printed = (all: number, drafts: number) =>
  `${count(all, 'contrat')} dans un seul fichier.` +
  (drafts ? ` ${count(drafts, 'contrat')} ${drafts > 1 ? 'sont passés' : 'est passé'} à «\u00a0Imprimé\u00a0».` : '')

const isSure = (contractNumber: string) =>
  confirm({
    title: `Imprimer le contrat ${contractNumber}?`,
    message: 'Ce contrat est un brouillon. Une fois imprimé, il passe au statut «\u00a0Imprimé\u00a0».',
    confirm: 'Imprimer',
  })

/** The progress of the user's own print job, as the server reports it now and then. */
function PrintProgress({ of }: { of: number }) {
  const { account } = useMe()
  const [done, setDone] = useState(0)
  useLiveEvents('contracts', ({ printed, by }) => {
    if (typeof printed === 'number' && by === account.id) setDone(printed)
  })
  return (
    <Stack>
      <Progress value={(100 * done) / of} animated aria-label="Impression" />
      <Text size="sm" role="status" className="bordee-figures">
        {done ? `${count(done, 'contrat')} sur ${of}` : 'Préparation du document…'}
      </Text>
    </Stack>
  )
}
