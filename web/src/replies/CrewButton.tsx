import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useCan } from '../can.ts'

/** In the head of the rounds. The operation's menu has it too, for a phone. */
export function CrewButton({ operationId }: { operationId: string }) {
  if (!useCan()(replyCalls.callCrew)) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconUsersGroup size={15} />}
      onClick={() => void import('./askCrew.tsx').then(({ askCrew }) => askCrew(operationId))}
    >
      Rappel de l’équipe
    </Button>
  )
}
