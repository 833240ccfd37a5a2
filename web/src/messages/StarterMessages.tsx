import { modelsFor } from '@bordee/core/messages/message.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { Button } from '@mantine/core'
import { useAction } from '../calls.ts'
import { useMe } from '../session.tsx'

/** Makes a message of each of the platform's models: a company can then send its first alert at once. */
export function StarterMessages() {
  const { company } = useMe()
  const create = useAction(messageCalls.createMessage, { failed: 'Impossible d’ajouter les messages' })
  const models = modelsFor(company?.name ?? '')
  async function addAll() {
    for (const { id } of models) await create.mutateAsync({ message: { model: id } })
  }
  return (
    <Button variant="default" loading={create.isPending} onClick={() => void addAll().catch(() => {})}>
      Ajouter les {models.length} messages proposés
    </Button>
  )
}
