import { type Sector, sitesRequired } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { text } from '@bordee/core/wire.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { AlertSendersField } from '../accounts/AlertSendersField.tsx'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import classes from './sectors.module.css'

const schema = z.object({ name: text(100), siteIds: z.array(z.string()).min(1, sitesRequired), userIds: z.array(z.string()) })
type Values = z.output<typeof schema>
const valuesOf = (sector: Sector): Values => valuesFrom(schema, sector)

// alerts/alerts-list/create: a new sub-sector, made of chosen sites.
export function CreateAlertListScreen() {
  const navigate = useNavigate()
  const create = useAction(sectorCalls.createSector, { done: 'Sous-secteur créé avec succès', failed: 'Erreur lors de l’ajout' })
  const { form, onSubmit, prompt } = useCreating(schema, emptyValues(schema, {}), {
    save: (sector) => create.mutateAsync({ sector }),
    leave: () => navigate({ to: '/dashboard/alerts/alerts-list', ignoreBlocker: true }),
  })
  const { company } = useMe()
  if (company?.sectorMode)
    return (
      <AlertsTabs tab="alerts-list">
        <EmptyState
          card
          title="Votre compagnie dessine ses secteurs"
          description="Un secteur se trace sur la carte; une liste de points de service ne suffit pas."
          action={<LinkButton to="/dashboard/alerts/sectors/sector/create">Dessiner un secteur</LinkButton>}
        />
      </AlertsTabs>
    )
  return (
    <AlertsTabs tab="alerts-list">
      <SubSectorForm form={form} isNew onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </AlertsTabs>
  )
}

export function EditAlertListScreen() {
  const { id } = useParams({ from: '/dashboard/alerts/alerts-list/edit/$id' })
  const sectors = useCall(sectorCalls.listSectors)
  return (
    <AlertsTabs tab="alerts-list">
      <Loaded query={sectors} pick={(list) => list.find((one) => one.id === id)} what="Sous-secteur" home="/dashboard/alerts/alerts-list">
        {(sector) => <Editor key={sector.id} sector={sector} />}
      </Loaded>
    </AlertsTabs>
  )
}

function Editor({ sector }: { sector: Sector }) {
  const update = useAction(sectorCalls.updateSector, {
    done: 'Modification enregistrée',
    failed: 'Impossible d’enregistrer la modification.',
  })
  const { form, onSubmit, prompt } = useEditing(schema, sector, {
    valuesOf,
    merged: ['siteIds', 'userIds'],
    save: (changes) => update.mutateAsync({ id: sector.id, sector: changes }),
  })
  return (
    <>
      <SubSectorForm form={form} isDrawn={sector.polygon !== null} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}

function SubSectorForm({ form, onSubmit, problem, isNew = false, isDrawn = false }: EntityForm<Values> & { isDrawn?: boolean }) {
  const at = fieldsOf(form)
  const sites = useCall(siteCalls.listSites)
  return (
    <section className={`bordee-card ${classes.narrow}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="siteGroup" aria-label="Sous-secteur">
        <Stack>
          <TextField name={at('name')} label="Nom" required autoFocus={isNew} autoComplete="off" />
          <MultiSelectField
            name={at('siteIds')}
            label="Points de service"
            required
            {...(isDrawn && { description: 'Ceux qui sont à l’intérieur du tracé en font toujours partie.' })}
            choices={sites.data?.map((site) => ({ value: site.id, label: `${site.customerName} – ${addressLine(site.address)}` }))}
          />
          <AlertSendersField name={at('userIds')} label="Comptes qui peuvent l’aviser" />
          <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
        </Stack>
      </Form>
    </section>
  )
}
