import type { Contract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { Clauses } from '../templates/TermTables.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { OlderVersion, unlessOlder, useStartedVersion } from '../ui/form/OlderVersion.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import { PartTitle, SectionTitle } from '../ui/words.tsx'
import { ContractForm } from './ContractForm.tsx'
import { ContractHeader } from './ContractHeader.tsx'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractReading } from './ContractReading.tsx'
import { contractSchema, emptyContract, valuesOf } from './contractForm.ts'
import classes from './contracts.module.css'
import { contractsOnly } from './contractsOnly.tsx'
import { NextStep } from './NextStep.tsx'
import { PaymentsForm } from './PaymentsForm.tsx'
import { Surplus } from './Surplus.tsx'

export const CreateContractScreen = contractsOnly(() => {
  const { clientId } = useParams({ from: '/dashboard/contracts/create/{-$clientId}' })
  return <Creation key={clientId} clientId={clientId} />
})

function Creation({ clientId }: { clientId: string | undefined }) {
  const navigate = useNavigate()
  const toList = useWayBack('contracts', '/dashboard/contracts/list')
  const create = useAction(contractCalls.createContract, {
    done: 'Contrat créé avec succès',
    failed: 'Impossible de créer un contrat',
  })
  const { form, onSubmit, prompt } = useCreating(contractSchema, emptyContract(clientId), {
    save: (contract) => create.mutateAsync({ contract }),
    leave: ({ id }) => navigate({ to: '/dashboard/contracts/list/{-$contractId}', params: { contractId: id }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouveau contrat" onBack={toList} />
      <ContractForm form={form} isNew onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </>
  )
}

// contracts/edit/:contractId: a form while the contract may change; after that, the agreed terms and the payments.
export const EditContractScreen = contractsOnly(() => {
  const { contractId: id } = useParams({ from: '/dashboard/contracts/edit/$contractId' })
  const contract = useCall(contractCalls.getContract, { id })
  return (
    <Loaded query={contract} pick={itself} what="Contrat" home="/dashboard/contracts/list">
      {(found) =>
        isSigned(found.status) || found.status === 'canceled' ? (
          <Agreed key={id} contract={found} />
        ) : (
          <Editor key={id} contract={found} onReload={async () => (await contract.refetch()).data} />
        )
      }
    </Loaded>
  )
})

const givenUp = new Error('the user declined')

function Editor({ contract, onReload }: { contract: Contract; onReload: () => Promise<Contract | undefined> }) {
  const isDraft = contract.status === 'draft'
  const update = useAction(contractCalls.updateContract, { failed: unlessOlder('Impossible de mettre à jour le contrat') })
  const { form, onSubmit, prompt } = useEditing(contractSchema, contract, {
    valuesOf,
    save: async (changes) => {
      if (!isDraft && !(await askToReturn())) throw givenUp
      const sent = { ...changes, version: version.current }
      const saved = await update.mutateAsync({ id: contract.id, contract: sent }).catch((error: unknown) => {
        // Someone else signed, archived or changed the contract meanwhile: show that too.
        if (error instanceof Problem && error.status === 409) void onReload()
        throw error
      })
      version.current = saved.version
      notify('success', isDraft ? 'Contrat modifié avec succès' : 'Contrat modifié avec succès. Il est passé au statut brouillon.')
      return saved
    },
  })
  const { isDirty } = form.formState
  const version: RefObject<number> = useStartedVersion(form, contract.version)

  function showFresh(fresh: Contract) {
    version.current = fresh.version
    form.reset(valuesOf(fresh))
  }

  return (
    <>
      <ContractHeader contract={contract} isDirty={isDirty} />
      <Stack gap="md">
        <OlderVersion update={update} what="contrat" onReload={onReload} onFresh={showFresh} />
        <NextStep contract={contract} />
        <ContractForm form={form} status={contract.status} onSubmit={onSubmit} problem={update.error} />
        <section className={`${classes.card} bordee-card`}>
          <ContractHistory contractId={contract.id} />
        </section>
      </Stack>
      {prompt}
    </>
  )
}

const askToReturn = () =>
  confirm({
    title: 'Remettre le contrat en brouillon?',
    message: 'Modifié, ce contrat redevient un brouillon. Le lien que le client a reçu ne fonctionnera plus, et il faudra le lui renvoyer.',
    confirm: 'Enregistrer',
  })

/** Once signed, only payments can change; once canceled, nothing can. */
function Agreed({ contract }: { contract: Contract }) {
  return (
    <>
      <ContractHeader contract={contract} />
      <Stack gap="md">
        <NextStep contract={contract} />
        <Surplus contract={contract} />
        <div className={classes.agreed}>
          <section className={`${classes.card} bordee-card`} aria-label="Contrat">
            <SectionTitle>Ce qui a été convenu</SectionTitle>
            <ContractReading contract={contract} />
            {contract.clauses && (
              <section aria-label="Clauses">
                <PartTitle mb={8}>Clauses</PartTitle>
                <Clauses html={contract.clauses} />
              </section>
            )}
          </section>
          <Stack gap="md">
            {isSigned(contract.status) && (
              <section className={`${classes.card} bordee-card`} aria-label="Inscrire un paiement">
                <SectionTitle mb="md">Paiements</SectionTitle>
                <PaymentsForm contract={contract} />
              </section>
            )}
            <section className={`${classes.card} bordee-card`}>
              <ContractHistory contractId={contract.id} />
            </section>
          </Stack>
        </div>
      </Stack>
    </>
  )
}
