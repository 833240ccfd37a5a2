import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Title } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { LoadingPage } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import { Photos } from './Photos.tsx'
import classes from './photos.module.css'
import { shrunkPhoto } from './shrink.ts'

const step = 12

/** A site's photos, newest first, and its « état des lieux » taken by the office. */
export function SitePhotos({ siteId }: { siteId: string }) {
  const photos = useCall(photoCalls.listPhotos, { siteId })
  const [shown, setShown] = useState(step)
  return (
    <section className={`bordee-card ${classes.card}`} aria-label="Photos">
      <Title order={2} size="h4">
        Photos
      </Title>
      {photos.isPending ? (
        <LoadingPage />
      ) : !photos.data ? (
        <BrokenPart onRetry={() => void photos.refetch()} />
      ) : (
        <>
          {photos.data.length === 0 && <Hint>Les photos prises à ce point de service s’affichent ici.</Hint>}
          <Photos photos={photos.data.slice(0, shown)} />
          <div className={classes.actions}>
            <TakeCondition siteId={siteId} />
            {photos.data.length > shown && (
              <Button variant="subtle" onClick={() => setShown(shown + 4 * step)}>
                {count(photos.data.length - shown, 'autre photo', 'autres photos')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Photos of the site before winter: the office may choose several. */
export function TakeCondition({ siteId }: { siteId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const add = useAction(photoCalls.addPhoto, { failed: 'Impossible d’ajouter cette photo.' })
  const send = async (files: readonly File[]) => {
    setSending(true)
    for (const file of files) {
      try {
        const photo = await shrunkPhoto(file)
        const takenAt = new Date(file.lastModified || Date.now()).toISOString()
        await add.mutateAsync({ id: crypto.randomUUID(), kind: 'condition', siteId, takenAt, files: [photo] }).catch(() => undefined)
      } catch (error) {
        notifyFailure(error, `«\u00a0${file.name}\u00a0» ne se lit pas comme une image.`)
      }
    }
    setSending(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photos d’état des lieux"
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Button variant="default" leftSection={<IconCamera size={18} />} loading={isSending} onClick={() => input.current?.click()}>
        Ajouter un état des lieux
      </Button>
    </>
  )
}
