import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { ClaimFields } from './ClaimFields.tsx'
import { asInput, emptyClaim, newClaimSchema } from './claimForm.ts'

// claims/create/:siteId?: a new claim, from a site's folder or from the list.
export function CreateClaimScreen() {
  const { siteId } = useParams({ from: '/dashboard/claims/create/{-$siteId}' })
  const zone = useZone()
  const navigate = useNavigate()
  const toList = useWayBack('claims', '/dashboard/claims')
  const sites = useCall(siteCalls.listSites)
  const [id] = useState(() => crypto.randomUUID())
  const create = useAction(claimCalls.createClaim, { done: 'Réclamation ouverte', failed: 'Impossible d’ouvrir la réclamation.' })
  const { form, onSubmit, prompt } = useCreating(newClaimSchema, emptyClaim(zone, siteId, new Date()), {
    save: (values) => create.mutateAsync({ id, claim: asInput(zone)(values) }),
    leave: (made) => navigate({ to: '/dashboard/claims/edit/$claimId', params: { claimId: made.id }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouvelle réclamation" onBack={toList} />
      <section className="bordee-card" style={{ padding: 20, maxWidth: 760 }}>
        <Form form={form} onSubmit={onSubmit} problem={create.error} under="claim" aria-label="Réclamation">
          <Stack>
            <SelectField
              name={fieldsOf(form)('siteId')}
              label="Point de service"
              required
              searchable
              choices={sites.data?.map((site) => ({ value: site.id, label: `${site.name} – ${site.customerName}` }))}
            />
            <ClaimFields form={form} />
            <SubmitButton>Ouvrir la réclamation</SubmitButton>
          </Stack>
        </Form>
      </section>
      {prompt}
    </>
  )
}
