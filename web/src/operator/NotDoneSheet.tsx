import { type NotDoneReason, notDoneReasonNames, notDoneReasons } from '@bordee/core/runs/run.ts'
import { useState } from 'react'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { Step } from './stops.ts'

interface Props {
  shift: Shift
  step: Step
  /** Marks all areas of the site. */
  isWholeSite?: boolean
  /** Also offers « Fait », for a stop the operator comes back to. */
  offersDone?: boolean
  onClose: () => void
}

/** Asks why a stop was skipped: one press, with an optional note for the office first. */
export function NotDoneSheet({ shift, step, isWholeSite = false, offersDone = false, onClose }: Props) {
  const [note, setNote] = useState('')
  const mark = (type: 'mark_as_done' | 'mark_as_not_done', reason: NotDoneReason | null) => {
    onClose()
    void shift.mark(step, { type, reason, note: note.trim() || null }, isWholeSite)
  }
  return (
    <Sheet title={offersDone ? step.stop.address : 'Pourquoi?'} onClose={onClose}>
      {offersDone && (
        <button type="button" className="button main" onClick={() => mark('mark_as_done', null)}>
          ✓ Fait
        </button>
      )}
      {offersDone && <p className="quiet">Pas fait, parce que&nbsp;:</p>}
      <div className="reasons">
        {notDoneReasons.map((reason) => (
          <button key={reason} type="button" className="button" onClick={() => mark('mark_as_not_done', reason)}>
            {notDoneReasonNames[reason]}
          </button>
        ))}
      </div>
      <label className="note">
        Note pour le bureau (facultatif)
        <textarea rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </label>
    </Sheet>
  )
}
