import { formatPhone } from '@bordee/core/phone.ts'
import { type DeadLetter, type OutboxMessage, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { Button, Stack, Tabs, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { useConfig } from '../config.ts'
import { PlayText } from '../replies/PlayText.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { PageHeader } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import { PlayCall } from '../voice-line/PlayCall.tsx'
import classes from './OutboxScreen.module.css'

const channelNames = { email: 'Courriel', sms: 'Texto', call: 'Appel' }

const addressee = ({ channel, to }: OutboxMessage) => (channel === 'email' ? to : formatPhone(to))

const messageColumns: GridColumn<OutboxMessage>[] = [
  { id: 'createdAt', label: 'Envoyé le', kind: 'instant', value: (message) => message.createdAt, size: 160 },
  { id: 'channel', label: 'Canal', kind: 'choice', choices: channelNames, value: (message) => message.channel, size: 110 },
  { id: 'to', label: 'À', value: addressee, size: 240 },
  { id: 'subject', label: 'Objet ou texte', value: (message) => message.subject ?? message.text, size: 420 },
]

const jobColumns: GridColumn<DeadLetter>[] = [
  { id: 'failedAt', label: 'Échoué le', kind: 'instant', value: (job) => job.failedAt, size: 160 },
  { id: 'kind', label: 'Travail', value: (job) => job.kind, size: 200 },
  { id: 'error', label: 'Erreur', value: (job) => job.error, size: 460 },
]

// /dashboard/outbox: what the embedded providers captured instead of sending, and the jobs that failed for good.
export function OutboxScreen() {
  const config = useConfig()
  return (
    <>
      <PageHeader title="Boîte d’envoi" description="Ce que Bordée aurait envoyé au-dehors, et ce qui n’a pas pu se faire." />
      <Tabs defaultValue="messages" className={classes.tabs} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="messages">Envois</Tabs.Tab>
          {config && !config.sends.alerts && <Tabs.Tab value="line">Appeler la ligne vocale</Tabs.Tab>}
          {config && !config.sends.alerts && <Tabs.Tab value="played">Simuler un texto</Tabs.Tab>}
          <Tabs.Tab value="jobs">Travaux en échec</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="messages" className={classes.panel}>
          <Messages />
        </Tabs.Panel>
        <Tabs.Panel value="line" className={classes.panel}>
          <PlayCall />
        </Tabs.Panel>
        <Tabs.Panel value="played" className={classes.panel}>
          <PlayText />
        </Tabs.Panel>
        <Tabs.Panel value="jobs" className={classes.panel}>
          <DeadLetters />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Messages() {
  const messages = useCall(platformCalls.listOutbox)
  return (
    <DataGrid
      gridId="outbox"
      label="Envois"
      {...rowsOf(messages)}
      columns={messageColumns}
      empty={{
        title: 'Rien n’a été envoyé',
        description: 'Les courriels, textos et appels que Bordée aurait envoyés au-dehors apparaissent ici.',
      }}
      detail={(message) => <Letter message={message} />}
    />
  )
}

/** The e-mail as its reader sees it, in a frame that can't run scripts or navigate away. */
function Letter({ message }: { message: OutboxMessage }) {
  const html = useInlined(message)
  return (
    <>
      <Hint>{addressee(message)}</Hint>
      <Text fw={600} mb="sm">
        {message.subject}
      </Text>
      {html ? (
        <iframe
          title={message.subject ?? 'Message'}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html}
          className={classes.letter}
        />
      ) : (
        <Text className={classes.plain}>{message.text}</Text>
      )}
      <Stack gap="xs" mt="sm" align="flex-start">
        {message.attachments
          .filter(({ cid }) => cid === null)
          .map(({ id, name }) => (
            <Button
              key={id}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={15} />}
              onClick={() => void saveFile(() => ask(platformCalls.getAttachment, { id }), name, 'Impossible de lire cette pièce jointe.')}
            >
              {name}
            </Button>
          ))}
      </Stack>
    </>
  )
}

function DeadLetters() {
  const jobs = useCall(platformCalls.listDeadLetters)
  const retry = useAction(platformCalls.retryDeadLetter, {
    done: 'Le travail est remis dans sa file.',
    failed: 'Impossible de remettre le travail dans sa file.',
  })
  return (
    <DataGrid
      gridId="dead-letters"
      label="Travaux en échec"
      {...rowsOf(jobs)}
      columns={jobColumns}
      empty={{ title: 'Aucun travail en échec', description: 'Tout ce qui devait se faire s’est fait.' }}
      detail={(job) => (
        <>
          <Text fw={600}>{job.kind}</Text>
          <Text size="sm" c="dimmed" mb="md">
            {job.error}
          </Text>
          <Button loading={retry.isPending} onClick={() => retry.mutate({ id: job.id })}>
            Essayer de nouveau
          </Button>
        </>
      )}
    />
  )
}

/** The e-mail with its attached pictures inlined once loaded: the sandboxed frame can't fetch any itself. */
function useInlined({ html, attachments }: OutboxMessage): string | null {
  const [whole, setWhole] = useState(html)
  useEffect(() => {
    let isLeft = false
    setWhole(html)
    inlined(html ?? '', attachments).then(
      (shown) => !isLeft && html !== null && setWhole(shown),
      () => undefined, // the frame shows the sender's name instead of the picture
    )
    return () => {
      isLeft = true
    }
  }, [html, attachments])
  return whole
}

async function inlined(html: string, attachments: OutboxMessage['attachments']): Promise<string> {
  let whole = html
  for (const { id, type, cid } of attachments)
    if (cid)
      whole = whole.replaceAll(`"cid:${cid}"`, `"${await dataUrl(new Blob([await ask(platformCalls.getAttachment, { id })], { type }))}"`)
  return whole
}

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
