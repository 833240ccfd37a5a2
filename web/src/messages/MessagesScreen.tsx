import type { Message } from '@bordee/core/messages/message.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { Group, Stack, Switch, Text } from '@mantine/core'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { Status } from '../ui/Status.tsx'
import { DrawerTitle } from '../ui/words.tsx'
import { MessageText } from './MessageText.tsx'
import { StarterMessages } from './StarterMessages.tsx'

const columns: GridColumn<Message>[] = [
  { id: 'short', label: 'Identifiant interne', value: ({ short }) => short, size: 220 },
  { id: 'long', label: 'Message', value: ({ long }) => long, cell: ({ long }) => <MessageText text={long} />, size: 420 },
  { id: 'model', label: 'Modèle', kind: 'yesno', value: ({ model }) => model !== null, size: 100 },
  {
    id: 'isActive',
    label: 'Visible',
    kind: 'yesno',
    value: ({ isActive }) => isActive,
    cell: ({ isActive }) => <Status tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Visible' : 'Invisible'}</Status>,
    size: 120,
  },
]

// alerts/messages/:messageId?: the messages that can be sent.
export function MessagesScreen() {
  const messages = useCall(messageCalls.listMessages)
  const [messageId, open] = useOpenInUrl('/dashboard/alerts/messages/{-$messageId}')
  return (
    <AlertsTabs tab="messages" actions={<CreateButton to="/dashboard/alerts/messages/create">Nouveau message</CreateButton>}>
      <DataGrid
        gridId="messages"
        label="Messages"
        {...rowsOf(messages)}
        columns={columns}
        exportAs="messages"
        openId={messageId}
        onOpenChange={open}
        detail={(message, close) => <Detail message={message} onGone={close} />}
        empty={{
          title: 'Aucun message',
          description: 'Préparez ce que vous enverrez pendant la tempête\u00a0: à partir d’un modèle, ou dans vos mots.',
          action: (
            <>
              <LinkButton to="/dashboard/alerts/messages/create">Créer un message</LinkButton>
              <StarterMessages />
            </>
          ),
        }}
      />
    </AlertsTabs>
  )
}

function Detail({ message, onGone }: { message: Message; onGone: () => void }) {
  const update = useAction(messageCalls.updateMessage, {
    done: 'Message modifié avec succès',
    failed: 'Impossible de modifier un message',
  })
  const remove = useAction(messageCalls.deleteMessage, {
    done: 'Message supprimé avec succès',
    failed: 'Impossible de supprimer le message',
    after: onGone,
  })
  return (
    <Stack>
      <DrawerTitle>{message.short}</DrawerTitle>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <MessageText text={message.long} />
      </Text>
      <Switch
        label={message.isActive ? 'Visible' : 'Invisible'}
        checked={message.isActive}
        disabled={update.isPending}
        onChange={({ currentTarget: { checked } }) => update.mutate({ id: message.id, message: { isActive: checked } })}
      />
      <Group>
        <LinkButton to={`/dashboard/alerts/messages/edit/${message.id}`}>Modifier</LinkButton>
        <RemoveButton
          question={{ title: `Supprimer «\u00a0${message.short}\u00a0»?` }}
          busy={remove.isPending}
          onRemove={() => remove.mutate({ id: message.id })}
        />
      </Group>
    </Stack>
  )
}
