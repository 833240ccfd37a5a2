import type { Crew } from '@bordee/core/replies/crew-call.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { Button, Group, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { useLiveOperation } from '../operations/useBoard.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { CrewForm } from './CrewForm.tsx'
import { LastCrewCall } from './LastCrewCall.tsx'

interface Props {
  operationId: string
  onClose: () => void
}

/** Whom to call to work, or what those who were called have answered. */
export function CrewDialog({ operationId, onClose }: Props) {
  const crew = useCall(replyCalls.getCrew, { id: operationId })
  useLiveOperation({ id: operationId, closedAt: null }, () => crew.refetch())
  if (crew.data) return <Loaded crew={crew.data} operationId={operationId} onClose={onClose} />
  if (crew.isError) return <BrokenPart onRetry={() => void crew.refetch()} />
  return (
    <Group justify="center" p="lg">
      <Loader aria-label="Chargement…" />
    </Group>
  )
}

function Loaded({ crew, operationId, onClose }: Props & { crew: Crew }) {
  const [isCalling, setCalling] = useState(false)
  if (crew.lastCall && !isCalling)
    return (
      <Stack>
        <LastCrewCall call={crew.lastCall} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setCalling(true)}>
            Nouveau rappel
          </Button>
        </Group>
      </Stack>
    )
  return (
    <CrewForm
      crew={crew}
      operationId={operationId}
      onSent={() => setCalling(false)}
      onCancel={() => (crew.lastCall ? setCalling(false) : onClose())}
    />
  )
}
