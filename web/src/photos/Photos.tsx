import type { Photo } from '@bordee/core/photos/photo.ts'
import { useState } from 'react'
import { lazyComponent, useEver } from '../ui/lazyComponent.tsx'
import { useZone } from '../ui/zone.ts'
import { PhotoImage } from './PhotoImage.tsx'
import { photoName } from './photoName.ts'
import classes from './photos.module.css'

const PhotoDialog = lazyComponent(async () => (await import('./PhotoDialog.tsx')).PhotoDialog)

/** Thumbnails; pressing one opens it. */
export function Photos({ photos, label = 'Photos' }: { photos: readonly Photo[]; label?: string }) {
  const zone = useZone()
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = photos.find(({ id }) => id === openId)
  const wasOpened = useEver(opened !== undefined)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={classes.strip} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-label={`Voir la photo\u00a0: ${photoName(photo, zone)}`}
              title={photoName(photo, zone)}
              onClick={() => setOpenId(photo.id)}
            >
              <PhotoImage photo={photo} size="small" alt="" />
            </button>
          </li>
        ))}
      </ul>
      {wasOpened && <PhotoDialog photo={opened ?? null} onClose={() => setOpenId(null)} />}
    </>
  )
}
