import { type NotDoneReason, notDoneReasonNames, notDoneReasons } from '@bordee/core/runs/run.ts'
import { type ReactNode, useRef, useState } from 'react'
import type { Mark, Position } from './kept.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import type { PhotoCard } from './photoQueue.ts'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { Step } from './stops.ts'
import type { Draft } from './useDraft.ts'
import { markNames } from './words.ts'

type Outcome = Exclude<Mark['type'], 'mark_as_done'>
const outcomes: readonly Outcome[] = ['mark_as_partial', 'mark_as_not_done']

interface Props {
  shift: Shift
  step: Step
  /** Missing for a stop that the driver comes back to: the sheet then offers all three. */
  type?: Outcome
  /** Marks all areas of the site. */
  isWholeSite?: boolean
  draft: Draft
  photos: readonly PhotoCard[]
  position: Position | null
  onClose: () => void
  /** What else can be done there. */
  children?: ReactNode
}

/** Asks why a stop is not done, or only in part: a note for the office if needed, then one press on the reason. */
export function MarkSheet({ shift, step, type, isWholeSite = false, draft, photos, position, onClose, children }: Props) {
  const [chosen, setChosen] = useState<Outcome>(type ?? 'mark_as_not_done')
  const [note, setNote] = useState('')
  const [isNoteMissing, setNoteMissing] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const mark = (as: Mark['type'], reason: NotDoneReason | null) => {
    if (reason === 'other' && !note.trim()) {
      setNoteMissing(true)
      noteField.current?.focus()
      return
    }
    onClose()
    void shift.marks.mark(step, draft.with({ type: as, reason, note: note.trim() || null }), isWholeSite)
  }
  return (
    <Sheet title={type ? `${markNames[type]}\u00a0: pourquoi?` : step.stop.address} onClose={onClose}>
      <label className="note">
        Note pour le bureau (facultatif)
        <textarea
          ref={noteField}
          rows={1}
          maxLength={1000}
          value={note}
          aria-invalid={isNoteMissing}
          aria-describedby="note-missing"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <p id="note-missing" role="status" className="trouble">
        {isNoteMissing && !note.trim() && 'Écrivez d’abord de quoi il s’agit.'}
      </p>
      <PhotoStrip shift={shift} photos={photos} stop={step.stop} markId={draft.markId} kind="mark" position={position} />
      {!type && (
        <>
          <button type="button" className="button main" onClick={() => mark('mark_as_done', null)}>
            ✓ Fait
          </button>
          <div className="pair">
            {outcomes.map((one) => (
              <button key={one} type="button" className="button" aria-pressed={chosen === one} onClick={() => setChosen(one)}>
                {markNames[one]}
              </button>
            ))}
          </div>
          <p className="quiet">{markNames[chosen]}, parce que&nbsp;:</p>
        </>
      )}
      <div className="reasons">
        {notDoneReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            className={reason === 'vehicle' && chosen === 'mark_as_partial' ? 'button usual' : 'button'}
            onClick={() => mark(chosen, reason)}
          >
            {notDoneReasonNames[reason]}
          </button>
        ))}
      </div>
      {children}
    </Sheet>
  )
}
