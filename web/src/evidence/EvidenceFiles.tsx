import { evidenceCalls } from '@bordee/core/evidence/evidence.calls.ts'
import type { EvidenceFile, EvidenceState } from '@bordee/core/evidence/evidence-file.ts'
import { evidenceStateNames } from '@bordee/core/evidence/evidence-file.ts'
import { formatSize } from '@bordee/core/text.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { Hint, Refusal } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

const tones: Record<EvidenceState, StatusTone> = { waiting: 'info', building: 'info', ready: 'good', failed: 'bad', removed: 'neutral' }

const isUnderWay = ({ state }: EvidenceFile) => state === 'waiting' || state === 'building'

/** The dossiers of a site, a client or a claim, newest first; those under way show how far they are. */
export function EvidenceFiles({ of }: { of: { siteId?: string; customerId?: string; claimId?: string } }) {
  const files = useCall(evidenceCalls.listEvidence, of, { refetchInterval: (list) => (list?.some(isUnderWay) ? 1500 : false) })
  if (files.isError) return <BrokenPart title="Impossible de charger les dossiers" onRetry={() => void files.refetch()} />
  if (files.data?.length === 0) return <Hint>Aucun dossier n’a encore été produit.</Hint>
  return (
    <Stack component="ul" gap="md" p={0} m={0} mt="sm" style={{ listStyle: 'none' }} aria-label="Dossiers produits">
      {files.data?.map((file) => (
        <li key={file.id}>
          <File file={file} />
        </li>
      ))}
    </Stack>
  )
}

function File({ file }: { file: EvidenceFile }) {
  const zone = useZone()
  const load = useAction(evidenceCalls.downloadEvidence, { failed: () => null })
  const { id, state, done, total, size, fileName } = file
  const save = () => saveFile(() => load.mutateAsync({ id }), fileName ?? 'Dossier de preuve.pdf', 'Impossible de télécharger le dossier.')
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{`Du ${formatDate(file.from)} au ${formatDate(file.to)}`}</Text>
          <Hint>
            {`Produit le ${formatInstant(file.createdAt, zone)} par ${file.userName}`}
            {size !== null && `, ${formatSize(size)}`}
          </Hint>
        </div>
        {state === 'ready' ? (
          <Button variant="default" leftSection={<IconDownload size={16} />} loading={load.isPending} onClick={() => void save()}>
            Télécharger
          </Button>
        ) : (
          <Status tone={tones[state]}>{evidenceStateNames[state]}</Status>
        )}
      </Group>
      {isUnderWay(file) && (
        <Progress value={total === 0 ? 0 : Math.max(5, (100 * done) / total)} animated aria-label="Préparation du dossier" />
      )}
      {state === 'failed' && <Failed file={file} />}
    </Stack>
  )
}

/** Trying again orders the same dossier; of a folder that was deleted, there is none to order. */
function Failed({ file: { siteId, customerId, claimId, from, to, momentAt, withDrivers, problem } }: { file: EvidenceFile }) {
  const order = useAction(evidenceCalls.orderEvidence, { done: 'Le dossier se prépare', failed: 'Impossible de préparer le dossier.' })
  const evidence = { siteId, customerId, claimId, from, to, momentAt, withDrivers }
  return (
    <Group justify="space-between" wrap="nowrap">
      <Refusal>{problem}</Refusal>
      {(siteId || customerId) && (
        <Button variant="default" loading={order.isPending} onClick={() => order.mutate({ id: crypto.randomUUID(), evidence })}>
          Réessayer
        </Button>
      )}
    </Group>
  )
}
