import type { Grouping } from '@bordee/core/groupings/grouping.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { AlertsOnly } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import classes from './groupings.module.css'

const schema = z.object({ name: z.string().trim().min(1, 'Le nom est requis.').max(100), siteGroupIds: z.array(z.string()) })
type Values = z.output<typeof schema>
const valuesOf = (grouping: Grouping): Values => valuesFrom(schema, grouping)
const asInput = ({ siteGroupIds, ...alerts }: Values) => ({ alerts, siteGroupIds })

/** One feature for companies that draw sectors, and companies that list sites. */
const wordings = {
  drawn: {
    home: '/dashboard/alerts/sectors',
    gridId: 'sectors',
    parts: 'Secteurs',
  },
  listed: {
    home: '/dashboard/alerts/alerts',
    gridId: 'groupings',
    parts: 'Sous-secteurs',
  },
} as const
const useWords = () => wordings[useMe().company?.sectorMode ? 'drawn' : 'listed']

function useHome() {
  const { home, gridId } = useWords()
  return useWayBack(gridId, home)
}

// alerts/sectors/group/create: groups sectors.
export function CreateGroupingScreen() {
  const toHome = useHome()
  const create = useAction(groupingCalls.createGrouping, {
    done: 'Regroupement créé avec succès',
    failed: 'Impossible de créer le regroupement',
  })
  const { form, onSubmit, prompt } = useCreating(schema, emptyValues(schema, {}), {
    save: (values) => create.mutateAsync(asInput(values)),
    leave: () => toHome({ ignoreBlocker: true }),
  })
  return (
    <AlertsOnly>
      <PageHeader title="Nouveau regroupement" onBack={toHome} />
      <GroupingForm form={form} onSubmit={onSubmit} problem={create.error} isNew />
      {prompt}
    </AlertsOnly>
  )
}

export function EditGroupingScreen() {
  const { id } = useParams({ from: '/dashboard/alerts/sectors/group/$id/edit' })
  const groupings = useCall(groupingCalls.listGroupings)
  const { home } = useWords()
  return (
    <AlertsOnly>
      <Loaded query={groupings} pick={(list) => list.find((one) => one.id === id)} what="Regroupement" home={home}>
        {(grouping) => <Editor key={id} grouping={grouping} />}
      </Loaded>
    </AlertsOnly>
  )
}

function Editor({ grouping }: { grouping: Grouping }) {
  const toHome = useHome()
  const update = useAction(groupingCalls.updateGrouping, {
    done: 'Modifications sauvegardées',
    failed: 'Impossible de modifier le regroupement',
  })
  const { form, onSubmit, prompt } = useEditing(schema, grouping, {
    valuesOf,
    asInput,
    merged: ['siteGroupIds'],
    save: (changes) => update.mutateAsync({ id: grouping.id, ...changes }),
  })
  return (
    <>
      <PageHeader title={grouping.name} onBack={toHome} />
      <GroupingForm form={form} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}

function GroupingForm({ form, onSubmit, problem, isNew = false }: EntityForm<Values>) {
  const at = fieldsOf(form)
  const { parts } = useWords()
  const sectors = useCall(sectorCalls.listSectors)
  return (
    <section className={`bordee-card ${classes.card}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="alerts" aria-label="Regroupement">
        <Stack>
          <TextField name={at('name')} label="Nom" required autoFocus={isNew} autoComplete="off" />
          <MultiSelectField
            name={at('siteGroupIds')}
            label={parts}
            choices={sectors.data?.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
        </Stack>
      </Form>
    </section>
  )
}
