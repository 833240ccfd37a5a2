import { useRef, useState } from 'react'
import type { Position } from './kept.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import type { PhotoCard } from './photoQueue.ts'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { Step } from './stops.ts'

interface Props {
  shift: Shift
  step: Step
  photos: readonly PhotoCard[]
  position: Position | null
  onClose: () => void
}

/** Says what is damaged, with photos. The stop stays as it is. */
export function DamageSheet({ shift, step, photos, position, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const report = () => {
    if (!note.trim()) {
      setMissing(true)
      field.current?.focus()
      return
    }
    void shift.reportDamage(step, { id, note: note.trim() })
    onClose()
  }
  const leave = () => {
    void shift.releasePhotos(id) // nobody described them: they still go to the office, with the site
    onClose()
  }
  return (
    <Sheet title={`Dommage\u00a0: ${step.stop.address}`} onClose={leave}>
      <label className="note">
        Qu’est-ce qui est endommagé?
        <textarea
          ref={field}
          rows={2}
          maxLength={1000}
          value={note}
          aria-invalid={isMissing && !note.trim()}
          aria-describedby="damage-missing"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <p id="damage-missing" role="status" className="trouble">
        {isMissing && !note.trim() && 'Écrivez d’abord de quoi il s’agit.'}
      </p>
      <PhotoStrip shift={shift} photos={photos} stop={step.stop} markId={id} kind="damage" position={position} />
      <button type="button" className="button main" onClick={report}>
        Signaler le dommage
      </button>
    </Sheet>
  )
}
