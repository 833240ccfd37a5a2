import type { Claim } from '@bordee/core/claims/claim.ts'
import { type ClaimFile, claimFileEndings } from '@bordee/core/claims/claim-file.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { formatSize } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { refusalsOf } from '../refusals.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { confirmRemoval } from '../ui/dialogs.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { Hint, Refusal, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

/** What people attached to a claim: letters, estimates, e-mails, pictures. */
export function ClaimFiles({ claim: { id, heldAt } }: { claim: Claim }) {
  const files = useCall(claimCalls.listClaimFiles, { id })
  return (
    <section className="bordee-card" style={{ padding: 20 }} aria-label="Fichiers">
      <Stack>
        <SectionTitle>Fichiers</SectionTitle>
        {files.isError && <BrokenPart title="Impossible de charger les fichiers" onRetry={() => void files.refetch()} />}
        {files.data?.length === 0 && <Hint>Lettre de l’assureur, devis, courriels, images{'\u00a0'}: 20 Mo au plus par fichier.</Hint>}
        {files.data && files.data.length > 0 && (
          <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
            {files.data.map((file) => (
              <li key={file.id}>
                <Attached file={file} isHeld={heldAt !== null} />
              </li>
            ))}
          </Stack>
        )}
        <AddFiles claimId={id} />
      </Stack>
    </section>
  )
}

function Attached({ file: { id: fileId, claimId: id, name, size, userName, createdAt }, isHeld }: { file: ClaimFile; isHeld: boolean }) {
  const zone = useZone()
  const load = useAction(claimCalls.downloadClaimFile, { failed: () => null })
  const remove = useAction(claimCalls.deleteClaimFile, { done: 'Fichier supprimé', failed: 'Impossible de supprimer ce fichier.' })
  const save = () => saveFile(() => load.mutateAsync({ id, fileId }), name, 'Impossible de télécharger ce fichier.')
  const ask = async () => {
    if (await confirmRemoval({ title: 'Supprimer ce fichier?', message: `«\u00a0${name}\u00a0» est supprimé pour toujours.` }))
      remove.mutate({ id, fileId })
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Hint>{`${formatSize(size)}, ajouté le ${formatInstant(createdAt, zone)} par ${userName}`}</Hint>
      </div>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon aria-label={`Télécharger ${name}`} loading={load.isPending} onClick={() => void save()}>
          <IconDownload size={18} />
        </ActionIcon>
        {!isHeld && (
          <ActionIcon aria-label={`Supprimer ${name}`} loading={remove.isPending} onClick={() => void ask()}>
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  )
}

function AddFiles({ claimId }: { claimId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const add = useAction(claimCalls.addClaimFile, {
    failed: (error) => (refusalsOf(error).length > 0 ? null : 'Impossible d’ajouter ce fichier.'),
  })
  const send = async (files: readonly File[]) => {
    setSending(true)
    setRefusals([])
    for (const file of files)
      await add
        .mutateAsync({ id: claimId, fileId: crypto.randomUUID(), name: file.name, files: [file] })
        .catch((error) => setRefusals((known) => [...known, ...refusalsOf(error)]))
    setSending(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={claimFileEndings.join()}
        multiple
        hidden
        aria-label="Fichiers de la réclamation"
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} />}
        loading={isSending}
        onClick={() => input.current?.click()}
        style={{ alignSelf: 'start' }}
      >
        Ajouter des fichiers
      </Button>
      {refusals.map((refusal) => (
        <Refusal key={refusal}>{refusal}</Refusal>
      ))}
    </>
  )
}
