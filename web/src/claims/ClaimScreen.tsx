import { type Claim, claimStateNames, daysLeft } from '@bordee/core/claims/claim.ts'
import { reachable } from '@bordee/core/claims/claim-life.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate, formatInstant, todayIn } from '@bordee/core/time.ts'
import { Button, SimpleGrid, Stack } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { EvidenceButton } from '../evidence/EvidenceButton.tsx'
import { EvidenceFiles } from '../evidence/EvidenceFiles.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { confirm } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { ClaimFields } from './ClaimFields.tsx'
import { ClaimFiles } from './ClaimFiles.tsx'
import { ClaimStatus } from './ClaimStatus.tsx'
import { asInput, claimSchema, valuesOf } from './claimForm.ts'

// claims/edit/:claimId: a claim, what it protects and the dossiers that answer it (docs/product/claims.md).
export function ClaimScreen() {
  const { claimId } = useParams({ from: '/dashboard/claims/edit/$claimId' })
  const claim = useCall(claimCalls.getClaim, { id: claimId })
  return (
    <Loaded query={claim} pick={itself} what="Réclamation" home="/dashboard/claims">
      {(found) => <Editor key={found.id} claim={found} />}
    </Loaded>
  )
}

function Editor({ claim }: { claim: Claim }) {
  const zone = useZone()
  const toList = useWayBack('claims', '/dashboard/claims')
  const update = useAction(claimCalls.updateClaim, { done: 'Modification sauvegardée', failed: 'Erreur lors de la sauvegarde.' })
  const { form, onSubmit, prompt } = useEditing(claimSchema, claim, {
    valuesOf: valuesOf(zone),
    asInput: (values: z.output<typeof claimSchema>) => asInput(zone)(values),
    save: (changes) => update.mutateAsync({ id: claim.id, claim: changes }),
  })
  const states = reachable(claim.state).map((state) => ({ value: state, label: claimStateNames[state] }))
  return (
    <>
      <PageHeader
        title={claim.claimant}
        description={
          <>
            {claim.siteAddress} <ClaimStatus claim={claim} />
          </>
        }
        onBack={toList}
        actions={claim.siteId && <EvidenceButton subject={{ siteId: claim.siteId }} claim={claim} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <section className="bordee-card" style={{ padding: 20 }} aria-label="Réclamation">
          <Form form={form} onSubmit={onSubmit} problem={update.error} under="claim" aria-label="Réclamation">
            <Stack>
              <SelectField name={fieldsOf(form)('state')} label="État" choices={states} />
              <ClaimFields form={form} />
              <SubmitButton whenDirty>Enregistrer</SubmitButton>
            </Stack>
          </Form>
        </section>
        <Stack>
          <About claim={claim} />
          <ClaimFiles claim={claim} />
          <section className="bordee-card" style={{ padding: 20 }} aria-label="Dossiers de preuve">
            <SectionTitle>Dossiers de preuve</SectionTitle>
            <EvidenceFiles of={{ claimId: claim.id }} />
          </section>
        </Stack>
      </SimpleGrid>
      {prompt}
    </>
  )
}

function About({ claim }: { claim: Claim }) {
  const zone = useZone()
  const left = daysLeft(claim.prescribedOn, todayIn(zone, new Date()))
  const hold = useAction(claimCalls.holdClaim, { done: 'Réclamation figée', failed: 'Impossible de figer la réclamation.' })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Figer cette réclamation?',
      message:
        'Positions, marques, visites, alertes, photos et contrats de ce point de service pour cet hiver sont gardés jusqu’à ce que la ' +
        'réclamation soit fermée. Le dossier de preuve est produit et conservé.',
      confirm: 'Figer',
    })
    if (isSure) hold.mutate({ id: claim.id })
  }
  const client = claim.customerId && (
    <TextLink to={`/dashboard/client-folders/edit/${claim.customerId}/client`}>{claim.customerName}</TextLink>
  )
  return (
    <section className="bordee-card" style={{ padding: 20 }} aria-label="Suivi">
      <Stack>
        <SectionTitle>Suivi</SectionTitle>
        <Facts
          facts={{
            Client: client || claim.customerName,
            Prescription: `${formatDate(claim.prescribedOn)} (${left < 0 ? 'passée' : `dans ${count(left, 'jour')}`})`,
            'Ouverte par': `${claim.userName}, ${formatInstant(claim.createdAt, zone)}`,
            'Figée par': claim.heldAt && `${claim.heldBy}, ${formatInstant(claim.heldAt, zone)}`,
            'Fermée le': claim.closedAt && formatInstant(claim.closedAt, zone),
          }}
        />
        {claim.state !== 'closed' && !claim.heldAt && (
          <Button variant="default" leftSection={<IconSnowflake size={16} />} loading={hold.isPending} onClick={() => void ask()}>
            Figer
          </Button>
        )}
        {claim.heldAt && <Hint>Ce que cette réclamation touche est protégé jusqu’à ce qu’elle soit fermée.</Hint>}
      </Stack>
    </section>
  )
}
