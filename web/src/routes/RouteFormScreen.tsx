import type { Route } from '@bordee/core/routes/route.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { trySubmit, useForm } from '../ui/form/Form.tsx'
import { OlderVersion, unlessOlder, useStartedVersion } from '../ui/form/OlderVersion.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { RouteForm } from './RouteForm.tsx'
import { asInput, emptyRoute, routeSchema, type SentRoute, valuesOf } from './routeForm.ts'

export function CreateRouteScreen() {
  const navigate = useNavigate()
  const toList = useWayBack('routes', '/dashboard/geolocation/routes')
  const create = useAction(routeCalls.createRoute, { done: 'Trajet ajouté.', failed: 'Erreur lors de l’ajout' })
  const { form, onSubmit, prompt } = useCreating(routeSchema, emptyRoute, {
    save: (sent) => create.mutateAsync({ route: asInput(sent) }),
    leave: ({ id }) => navigate({ to: '/dashboard/geolocation/routes/edit/$id', params: { id }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouveau trajet" onBack={toList} />
      <RouteForm form={form} isNew onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </>
  )
}

// geolocation/routes/edit/:id: the sites of a route and their order.
export function EditRouteScreen() {
  const { id } = useParams({ from: '/dashboard/geolocation/routes/edit/$id' })
  const route = useCall(routeCalls.getRoute, { id })
  return (
    <Loaded query={route} pick={itself} what="Trajet" home="/dashboard/geolocation/routes">
      {(found) => <Editor key={id} route={found} onReload={async () => (await route.refetch()).data} />}
    </Loaded>
  )
}

function Editor({ route, onReload }: { route: Route; onReload: () => Promise<Route | undefined> }) {
  const navigate = useNavigate()
  const toList = useWayBack('routes', '/dashboard/geolocation/routes')
  const values = useMemo(() => valuesOf(route), [route])
  const form = useForm(routeSchema, { values })
  const version = useStartedVersion(form, route.version)

  const update = useAction(routeCalls.updateRoute, { done: 'Trajet modifié.', failed: unlessOlder('Impossible de modifier le trajet.') })
  const remove = useAction(routeCalls.deleteRoute, {
    done: 'Le trajet a été supprimé avec succès.',
    failed: 'Impossible de supprimer le trajet.',
    after: () => navigate({ to: '/dashboard/geolocation/routes', ignoreBlocker: true }),
  })
  async function save(sent: SentRoute) {
    const saved = await update.mutateAsync({ id: route.id, route: { ...asInput(sent), version: version.current } })
    version.current = saved.version
    form.reset(valuesOf(saved))
  }
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))

  return (
    <>
      <PageHeader
        title={route.name}
        onBack={toList}
        actions={
          <RemoveButton
            variant="default"
            question={{
              title: `Supprimer «\u00a0${route.name}\u00a0»?`,
              message: 'Ses points de service restent; ils n’y sont simplement plus en ordre.',
            }}
            busy={remove.isPending}
            onRemove={() => remove.mutate({ id: route.id })}
          />
        }
      />
      <Stack gap="md">
        <OlderVersion update={update} what="trajet" onReload={onReload} onFresh={(fresh) => form.reset(valuesOf(fresh))} />
        <RouteForm form={form} onSubmit={(sent) => save(sent).catch(() => undefined)} problem={update.error} />
      </Stack>
      {prompt}
    </>
  )
}
