import { mostPhotosPerMark, type PhotoKind } from '@bordee/core/photos/photo.ts'
import { useEffect, useState } from 'react'
import type { Position } from './kept.ts'
import { keptPhotos } from './keptPhotos.ts'
import type { PhotoCard } from './photoQueue.ts'
import type { Shift } from './shift.ts'
import type { Stop } from './stops.ts'

interface Props {
  shift: Shift
  photos: readonly PhotoCard[]
  stop: Pick<Stop, 'siteId' | 'address'>
  /** Of the mark or damage to come; null: the photos are an « état des lieux ». */
  markId: string | null
  kind: PhotoKind
  position: Position | null
  label?: string
}

/** Takes up to four photos, shows those taken, and lets the driver remove one before it leaves. */
export function PhotoStrip({ shift, photos, stop, markId, kind, position, label = 'Photo' }: Props) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isTaking, setTaking] = useState(false)
  const own = photos.filter((photo) => photo.kind === kind && photo.markId === markId && photo.siteId === stop.siteId)
  const isFull = own.length >= mostPhotosPerMark
  const take = async (file: File | undefined) => {
    if (!file) return
    setTaking(true)
    const place = position && { lat: position.lat, lng: position.lng, accuracy: position.accuracy }
    const about = { kind, siteId: stop.siteId, markId, address: stop.address, place, isDraft: markId !== null }
    setTrouble(await shift.takePhoto(file, about))
    setTaking(false)
  }
  return (
    <div className="photos">
      <div className="strip">
        {own.map((photo) => (
          <Taken key={photo.id} shift={shift} photo={photo} />
        ))}
        {!isFull && (
          <label className="button camera" data-busy={isTaking || undefined}>
            <Camera /> {isTaking ? 'Un instant…' : label}
            <input
              type="file"
              accept="image/*"
              capture="environment"
              className="hidden"
              disabled={isTaking}
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0])
                currentTarget.value = '' // the same file may be chosen again
              }}
            />
          </label>
        )}
      </div>
      <p role="status" className="trouble">
        {trouble}
      </p>
    </div>
  )
}

/** Drawn, because not every phone has the character. */
const Camera = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M4 8h3l2-3h6l2 3h3v11H4z" strokeLinejoin="round" />
    <circle cx="12" cy="13" r="3.5" />
  </svg>
)

function Taken({ shift, photo }: { shift: Shift; photo: PhotoCard }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    void keptPhotos(shift.owner).then((all) => {
      const bytes = all.find(({ id }) => id === photo.id)?.bytes
      if (isOver || !bytes) return
      made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
      setUrl(made)
    })
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [shift, photo.id])
  return (
    <span className="taken">
      {url && (
        <img src={url} alt={`Prise à ${new Date(photo.takenAt).toLocaleTimeString('fr-CA', { hour: '2-digit', minute: '2-digit' })}`} />
      )}
      {photo.draft === 1 ? (
        <button type="button" aria-label="Retirer cette photo" onClick={() => void shift.removePhoto(photo.id)}>
          ✕
        </button>
      ) : (
        <em>en attente</em>
      )}
    </span>
  )
}
