import { type OperationKind, operationKindNames, operationKinds } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { PageHeader } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import { OperationsPresentation, useHasOperations } from './OperationsPresentation.tsx'
import { RoutesField } from './questions.tsx'

// operations/create: one press is enough, since everything has a usual value.
export function OpenOperationScreen() {
  return useHasOperations() ? <OpenOperation /> : <OperationsPresentation />
}

function OpenOperation() {
  const navigate = useNavigate()
  const goBack = useWayBack('operations', '/dashboard/operations')
  const routes = useCall(routeCalls.listRouteOptions)
  const [kind, setKind] = useState<OperationKind>('snow')
  const [name, setName] = useState('')
  const [routeIds, setRouteIds] = useState<string[]>([])
  const open = useAction(operationCalls.openOperation, {
    failed: 'L’opération n’a pas été ouverte.',
    after: ({ id }) => navigate({ to: '/dashboard/operations/$id/{-$tab}', params: { id, tab: undefined } }),
  })
  return (
    <>
      <PageHeader title="Ouvrir une opération" onBack={() => goBack()} />
      <form
        className="bordee-card"
        onSubmit={(event) => {
          event.preventDefault()
          open.mutate({ kind, name: name.trim() || null, routeIds: routeIds.length > 0 ? routeIds : null })
        }}
      >
        <Stack p="lg" maw={560}>
          <div>
            <Text component="span" id="kind" fw={550} size="sm">
              Genre
            </Text>
            <SegmentedControl
              fullWidth
              mt={4}
              aria-labelledby="kind"
              value={kind}
              onChange={(next) => setKind(next as OperationKind)}
              data={operationKinds.map((one) => ({ value: one, label: operationKindNames[one] }))}
            />
          </div>
          <TextInput
            label="Nom"
            placeholder="Selon la date du jour"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RoutesField routes={routes.data} value={routeIds} onChange={setRouteIds} placeholder="Comme la dernière fois" />
          <Hint>S’il y a déjà une opération ouverte de ce genre, c’est elle qui s’affiche.</Hint>
          <Group>
            <Button type="submit" loading={open.isPending}>
              Ouvrir l’opération
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}
