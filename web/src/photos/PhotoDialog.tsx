import type { Photo } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ask as request } from '../api.ts'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ask } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { useZone } from '../ui/zone.ts'
import { PhotoImage } from './PhotoImage.tsx'
import { photoName } from './photoName.ts'
import classes from './photos.module.css'

/** One photo, large, with what is known of it. */
export function PhotoDialog({ photo, onClose }: { photo: Photo | null; onClose: () => void }) {
  const zone = useZone()
  return (
    <Dialog opened={photo !== null} onClose={onClose} size="xl" title={photo && photoName(photo, zone)}>
      {photo && <Opened photo={photo} onClose={onClose} />}
    </Dialog>
  )
}

function Opened({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const zone = useZone()
  const can = useCan()
  const remove = useAction(photoCalls.deletePhoto, {
    done: 'Photo supprimée',
    failed: 'Impossible de supprimer cette photo.',
    after: onClose,
  })
  const { id, author, siteAddress, receivedAt, lat, lng, accuracy, deletedAt, deletedBy, deletedReason, hash } = photo
  const deletePhoto = async () => {
    const reason = await ask<string | null>('Supprimer cette photo?', null, (answer) => <WhyQuestion onAnswer={answer} />)
    if (reason) remove.mutate({ id, reason })
  }
  const isOffice = author !== null
  return (
    <Stack>
      <div className={classes.large}>
        <PhotoImage photo={photo} size="full" alt={photoName(photo, zone)} />
      </div>
      <div className={classes.about}>
        <Facts
          facts={{
            'Point de service': siteAddress,
            'Prise par': author,
            'Reçue le': isOffice ? formatInstant(receivedAt, zone) : null,
            Endroit: lat !== null && lng !== null && isOffice ? placeWords(lat, lng, accuracy) : null,
            Supprimée: deletedAt && [formatInstant(deletedAt, zone), deletedBy, deletedReason].filter(Boolean).join(' · '),
            Empreinte: isOffice ? <code className={classes.hash}>{hash}</code> : null,
          }}
        />
      </div>
      {deletedAt === null && (
        <Group justify="flex-end">
          {can(photoCalls.deletePhoto) && (
            <Button
              variant="default"
              color="red"
              leftSection={<IconTrash size={16} />}
              loading={remove.isPending}
              onClick={() => void deletePhoto()}
            >
              Supprimer
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void saveFile(() => request(photoCalls.getPhoto, { id }), `${id}.jpg`, 'Impossible de télécharger cette photo.')}
          >
            Télécharger
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const placeWords = (lat: number, lng: number, accuracy: number | null): string =>
  `${lat.toFixed(5)}, ${lng.toFixed(5)}${accuracy === null ? '' : ` (±${Math.round(accuracy)}\u00a0m)`}`

function WhyQuestion({ onAnswer }: { onAnswer: (reason: string | null) => void }) {
  const [reason, setReason] = useState('')
  return (
    <QuestionForm submit="Supprimer" ready={reason.trim() !== ''} onSubmit={() => onAnswer(reason.trim())} onCancel={() => onAnswer(null)}>
      <TextInput
        label="Pourquoi?"
        description="La photo disparaît. Son empreinte, votre nom et cette raison sont conservés."
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </QuestionForm>
  )
}
