import { largestFile, mostFiles } from '@bordee/core/call.ts'
import type { ImportRequest } from '@bordee/core/imports/import-request.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useLive } from '../live.ts'
import { refusalsOf } from '../refusals.ts'
import { useMe, useSession } from '../session.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import { spreadsheets } from './ChooseFiles.tsx'
import { fetchTelling } from './fetchTelling.ts'
import classes from './imports.module.css'
import { RequestResult } from './RequestResult.tsx'

// import-request: an owner sends a list; it is checked at once, and platform staff import it.
export function ImportRequestScreen() {
  const last = useCall(importCalls.getImportRequest)
  const { company } = useMe()
  // Staff settle it while the owner reads.
  useLive('companies', () => last.refetch(), { isUnderWay: last.data?.status === 'pending' })
  if (company?.isTrial)
    return <EmptyState card title="Une nuit d’essai est en cours" description="Terminez-la pour retrouver la liste de votre compagnie." />
  return (
    <>
      <PageHeader
        title="Faire importer ma liste"
        description="Déposez votre liste telle que vous la tenez. Nous la vérifions tout de suite, puis notre équipe l’importe pour vous."
        actions={
          <LinkButton to="/dashboard/client-folders/create" variant="default">
            Saisir un client
          </LinkButton>
        }
      />
      <Loaded query={last} pick={asShown} what="Demande" home="/dashboard/client-folders">
        {({ request }) => (
          <Stack className={classes.part}>
            {request && <RequestResult request={request} />}
            <SendList isAgain={request?.status === 'pending'} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** A company that never sent a list is no failure. */
const asShown = (request: ImportRequest | null) => ({ request })

function SendList({ isAgain }: { isAgain: boolean }) {
  const [files, setFiles] = useState<File[]>([])
  const [part, setPart] = useState(0)
  const { reload } = useSession()
  const send = useAction(importCalls.askForImport, {
    done: 'Votre liste est envoyée\u00a0: nous vous écrirons dès qu’elle sera importée.',
    failed: (error) => (refusalsOf(error).length > 0 ? null : 'Impossible d’envoyer votre liste pour le moment.'),
    after: () => {
      setFiles([])
      return reload()
    },
  })
  return (
    <Stack>
      <FileDrop
        label="Classeurs Excel (.xlsx, .xls) ou CSV"
        accept={spreadsheets}
        files={files}
        onChange={setFiles}
        maxCount={mostFiles}
        maxMegabytes={largestFile / 1024 / 1024}
        busy={send.isPending}
      />
      {send.isPending && (
        <Stack gap={6} aria-live="polite">
          <Text size="sm">{part < 1 ? 'Envoi des fichiers…' : 'Vérification des lignes…'}</Text>
          <Progress value={100 * part} animated={part >= 1} aria-label="Envoi des fichiers" />
        </Stack>
      )}
      {refusalsOf(send.error).map((refusal) => (
        <Alert key={refusal} color="red" icon={<IconAlertTriangle />} role="alert">
          {refusal}
        </Alert>
      ))}
      <Group>
        <Button
          leftSection={<IconSend size={17} />}
          disabled={files.length === 0}
          loading={send.isPending}
          onClick={() => {
            setPart(0)
            send.mutate({ files, options: { fetch: fetchTelling(setPart) } })
          }}
        >
          {isAgain ? 'Vérifier et remplacer la liste' : 'Vérifier et envoyer'}
        </Button>
        <Hint>Une seule liste suffit&nbsp;: le client, l’adresse et le téléphone sur chaque ligne.</Hint>
      </Group>
    </Stack>
  )
}
