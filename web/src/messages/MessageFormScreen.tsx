import type { Message } from '@bordee/core/messages/message.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { MessageForm } from './MessageForm.tsx'
import { asInput, emptyMessage, messageSchema, valuesOf } from './messageForm.ts'

export function CreateMessageScreen() {
  const navigate = useNavigate()
  const create = useAction(messageCalls.createMessage, {
    done: 'Message créé avec succès',
    failed: 'Impossible de créer un message',
  })
  const { form, onSubmit, prompt } = useCreating(messageSchema, emptyMessage, {
    save: (values) => create.mutateAsync({ message: asInput(values) }),
    leave: ({ id }) => navigate({ to: '/dashboard/alerts/messages/{-$messageId}', params: { messageId: id }, ignoreBlocker: true }),
  })
  return (
    <AlertsTabs tab="messages">
      <MessageForm form={form} isNew onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </AlertsTabs>
  )
}

export function EditMessageScreen() {
  const { messageId } = useParams({ from: '/dashboard/alerts/messages/edit/$messageId' })
  const messages = useCall(messageCalls.listMessages)
  return (
    <AlertsTabs tab="messages">
      <Loaded query={messages} pick={(list) => list.find(({ id }) => id === messageId)} what="Message" home="/dashboard/alerts/messages">
        {(message) => <Editor key={message.id} message={message} />}
      </Loaded>
    </AlertsTabs>
  )
}

function Editor({ message }: { message: Message }) {
  const update = useAction(messageCalls.updateMessage, {
    done: 'Message modifié avec succès',
    failed: 'Impossible de modifier un message',
  })
  const { form, onSubmit, prompt } = useEditing(messageSchema, message, {
    valuesOf,
    asInput,
    together: [['model', 'short', 'long']],
    save: (changes) => update.mutateAsync({ id: message.id, message: changes }),
  })
  return (
    <>
      <MessageForm form={form} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}
