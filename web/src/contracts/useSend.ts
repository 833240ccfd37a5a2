import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { count } from '@bordee/core/text.ts'
import { todayIn } from '@bordee/core/time.ts'
import { useAction } from '../calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { useRequestKey } from '../ui/useRequestKey.ts'
import { useZone } from '../ui/zone.ts'
import { pastDates, type Sendable } from './sendingWords.ts'
import { showOutcomes } from './showOutcomes.tsx'

/** E-mails contracts, each with its link. Incomplete ones are not sent, and a dialog lists what they lack. */
export function useSend(onDone?: () => void) {
  const send = useAction(contractCalls.sendContracts, {
    failed: 'Impossible d’envoyer les contrats.',
    after: async ({ contractSentCount: sent, invalidContracts }) => {
      onDone?.()
      if (sent) notify('success', `${count(sent, 'contrat')} ${sent > 1 ? 'envoyés' : 'envoyé'}`)
      if (invalidContracts.length)
        await showOutcomes(
          'Certaines informations sont manquantes',
          invalidContracts.map(({ id, contractNumber, clientName, missingFields }) => ({
            id,
            title: `Contrat ${contractNumber}, ${clientName}`,
            text: missingFields.join(', '),
          })),
        )
    },
  })
  const press = useRequestKey()

  const today = todayIn(useZone(), new Date())

  async function askThenSend(contracts: readonly Sendable[]) {
    const contractIds = contracts.map(({ id }) => id)
    const sure = await confirm({
      title: `Envoyer ${count(contractIds.length, 'contrat')} par courriel?`,
      message: [
        'Chaque client reçoit un lien pour lire et signer son contrat. Si on le lui a déjà envoyé, il reçoit un nouveau lien.',
        ...pastDates(contracts, today),
      ].join(' '),
      confirm: 'Envoyer',
    })
    if (!sure) return
    send.mutate({ contractIds, requestKey: press.keyOf(contractIds.toSorted()) }, { onSuccess: press.done })
  }

  return { send: askThenSend, isPending: send.isPending }
}
