import type { Sending } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, CloseButton, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { useLive } from '../live.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { ContractsGrid } from './ContractsGrid.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import classes from './contracts.module.css'
import { contractsOnly } from './contractsOnly.tsx'
import { SeasonSelect } from './SeasonSelect.tsx'
import { SummaryBar } from './SummaryBar.tsx'
import { sendingWords } from './sendingWords.ts'
import { showOutcomes } from './showOutcomes.tsx'
import { useSeason } from './useSeason.ts'

// contracts/list/:contractId?: who hasn't signed, who hasn't paid, and how much is owed (docs/product/contracts.md).
export const ContractsScreen = contractsOnly(() => {
  const [contractId, open] = useOpenInUrl('/dashboard/contracts/list/{-$contractId}')
  const season = useSeason()
  return (
    <ContractsTabs
      actions={
        <>
          <SeasonSelect {...season} />
          <CreateButton to="/dashboard/contracts/create">Nouveau contrat</CreateButton>
        </>
      }
    >
      <SummaryBar seasons={season.seasons} />
      <SendingProgress />
      <ContractsGrid gridId="contracts" seasons={season.seasons} openId={contractId} onOpenChange={open} />
    </ContractsTabs>
  )
})

/** The progress of the last press of « Envoyer », then the refused addresses until the user dismisses them. */
function SendingProgress() {
  const sending = useCall(contractCalls.getContractSending)
  const [closed, setClosed] = useState<string>()
  const words = sending.data && sendingWords(sending.data, new Date())
  useLive('contracts', () => sending.refetch(), { isUnderWay: words?.isUnderWay ?? false, concerns: ({ mailed }) => mailed !== undefined })
  if (!sending.data || !words || closed === sending.data.requestKey) return null
  const { requestKey, total, sent, refused } = sending.data
  return (
    <section className={classes.sending} aria-label="Envoi des contrats">
      <Text size="sm" role="status" className="bordee-figures">
        {words.text}
      </Text>
      {words.isUnderWay && <Progress value={(100 * (sent + refused.length)) / total} aria-label="Courriels partis" />}
      {refused.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => void tellRefused(refused)}>
          Voir
        </Button>
      )}
      {!words.isUnderWay && <CloseButton aria-label="Fermer" onClick={() => setClosed(requestKey)} />}
    </section>
  )
}

const tellRefused = (refused: Sending['refused']) =>
  showOutcomes(
    `${count(refused.length, 'courriel')} refusé${refused.length > 1 ? 's' : ''}`,
    refused.map(({ id, contractNumber, clientName, email, message }) => ({
      id,
      title: `Contrat ${contractNumber}, ${clientName}`,
      text: `${email} (${message})`,
    })),
  )
