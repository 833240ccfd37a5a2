import type { Grouping } from '@bordee/core/groupings/grouping.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { Form, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { MultiSelectField, TextField } from '../ui/form/fields.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import classes from './groupings.module.css'

const schema = z.object({ name: z.string().trim().min(1, 'Le nom est requis').max(100), siteGroupIds: z.array(z.string()) })
type Values = z.output<typeof schema>
const valuesOf = ({ name, siteGroupIds }: Grouping): Values => ({ name, siteGroupIds })
const asInput = ({ name, siteGroupIds }: Values) => ({ alerts: { name }, siteGroupIds })

/** Where one comes from: the tree of sectors, or the list of groupings. */
function useHome() {
  const navigate = useNavigate()
  const { company } = useMe()
  return (ignoreBlocker = false) =>
    void navigate({ to: company?.sectorMode ? '/dashboard/alerts/sectors' : '/dashboard/alerts/alerts', ignoreBlocker })
}

// alerts/sectors/group/create (spec 3 §2.1).
export function CreateGroupingScreen() {
  const toHome = useHome()
  const form = useForm(schema, { defaultValues: { name: '', siteGroupIds: [] } })
  const create = useAction(groupingCalls.createGrouping, {
    done: 'Regroupement créé avec succès',
    failed: 'Impossible de créer le regroupement',
    touches: ['sectors'],
  })
  const save = (values: Values) => create.mutateAsync(asInput(values))
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  return (
    <>
      <PageHeader title="Nouveau regroupement" onBack={() => toHome()} />
      <GroupingForm
        form={form}
        onSubmit={(values) =>
          save(values).then(
            () => toHome(true),
            () => undefined,
          )
        }
        problem={create.error}
        isNew
      />
      {prompt}
    </>
  )
}

// alerts/sectors/group/:id/edit
export function EditGroupingScreen() {
  const { id } = useParams({ from: '/dashboard/alerts/sectors/group/$id/edit' })
  const groupings = useCall(groupingCalls.listGroupings)
  return (
    <Loaded query={groupings} pick={(list) => list.find((one) => one.id === id)} what="Regroupement" home="/dashboard/alerts/sectors">
      {(grouping) => <Editor key={id} grouping={grouping} />}
    </Loaded>
  )
}

function Editor({ grouping }: { grouping: Grouping }) {
  const toHome = useHome()
  const values = useMemo(() => valuesOf(grouping), [grouping])
  const form = useForm(schema, { values })
  const update = useAction(groupingCalls.updateGrouping, {
    done: 'Modifications sauvegardées',
    failed: 'Impossible de modifier le regroupement',
    touches: ['sectors'],
  })
  const save = async (sent: Values) => form.reset(valuesOf(await update.mutateAsync({ id: grouping.id, ...asInput(sent) })))
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  return (
    <>
      <PageHeader title={grouping.name} onBack={() => toHome()} />
      <GroupingForm form={form} onSubmit={(sent) => save(sent).catch(() => undefined)} problem={update.error} />
      {prompt}
    </>
  )
}

interface FormProps {
  form: UseFormReturn<Values, unknown, Values>
  onSubmit: (values: Values) => unknown
  problem: unknown
  isNew?: boolean
}

function GroupingForm({ form, onSubmit, problem, isNew = false }: FormProps) {
  const sectors = useCall(sectorCalls.listSectors)
  return (
    <section className={`bordee-card ${classes.card}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="alerts" aria-label="Regroupement">
        <Stack>
          <TextField name="name" label="Nom" required autoFocus={isNew} autoComplete="off" />
          <MultiSelectField
            name="siteGroupIds"
            label="Secteurs"
            choices={(sectors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
        </Stack>
      </Form>
    </section>
  )
}
