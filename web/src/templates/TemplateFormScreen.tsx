import type { Template } from '@bordee/core/templates/template.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAction, useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { OlderVersion, unlessOlder, useStartedVersion } from '../ui/form/OlderVersion.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { emptyTemplate, templateSchema, valuesOf } from './templateForm.ts'

const list = '/dashboard/contract-templates/list/{-$id}'

export const CreateTemplateScreen = contractsOnly(() => {
  const navigate = useNavigate()
  const create = useAction(templateCalls.createTemplate, {
    done: 'Modèle de contrat créé avec succès',
    failed: 'Impossible de créer un modèle de contrat.',
  })
  const { form, onSubmit, prompt } = useCreating(templateSchema, emptyTemplate, {
    save: (contractTemplate) => create.mutateAsync({ contractTemplate }),
    leave: ({ id }) => navigate({ to: list, params: { id }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouveau modèle de contrat" onBack={() => void navigate({ to: list, params: {} })} />
      <TemplateForm form={form} isNew onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </>
  )
})

export const EditTemplateScreen = contractsOnly(() => {
  const { id } = useParams({ from: '/dashboard/contract-templates/$id/edit' })
  const template = useCall(templateCalls.getTemplate, { id })
  return (
    <Loaded query={template} pick={itself} what="Modèle de contrat" home="/dashboard/contract-templates/list">
      {(found) => <Editor key={id} template={found} onReload={async () => (await template.refetch()).data} />}
    </Loaded>
  )
})

function Editor({ template, onReload }: { template: Template; onReload: () => Promise<Template | undefined> }) {
  const navigate = useNavigate()
  const update = useAction(templateCalls.updateTemplate, {
    done: 'Modèle de contrat modifié avec succès',
    failed: unlessOlder('Impossible de modifier le modèle de contrat'),
  })
  const { form, onSubmit, prompt } = useEditing(templateSchema, template, {
    valuesOf,
    async save(changes) {
      const hasList = Object.values(changes).some(Array.isArray)
      const contractTemplate = { ...changes, ...(hasList && { version: version.current }) }
      const saved = await update.mutateAsync({ id: template.id, contractTemplate })
      version.current = saved.version
      return saved
    },
  })
  const version = useStartedVersion(form, template.version)

  return (
    <>
      <PageHeader title={template.name} onBack={() => void navigate({ to: list, params: { id: template.id } })} />
      <Stack gap="md">
        <OlderVersion update={update} what="modèle de contrat" onReload={onReload} onFresh={(fresh) => form.reset(valuesOf(fresh))} />
        <TemplateForm form={form} onSubmit={onSubmit} problem={update.error} />
      </Stack>
      {prompt}
    </>
  )
}
