import type { Shift } from './shift.ts'
import type { Shown } from './shown.ts'
import { markName } from './words.ts'

/** For a few seconds, the last presses can be taken back. */
export function Undo({ shift, shown }: { shift: Shift; shown: Shown }) {
  const { undoable, startHeldUntil } = shown
  if (undoable.length === 0 && startHeldUntil === null) return null
  return (
    <div className="undo" role="status">
      {startHeldUntil !== null && (
        <p>
          <span>Tournée démarrée</span>
          <button type="button" className="button" onClick={() => void shift.takeStartBack()}>
            Annuler le départ
          </button>
        </p>
      )}
      {undoable.map(({ marks, name }) => (
        <p key={marks[0]?.id}>
          <span>
            {marks[0] && markName(marks[0])}&nbsp;: {name}
          </span>
          <button type="button" className="button" onClick={() => void shift.marks.undo(marks)}>
            Annuler
          </button>
        </p>
      ))}
    </div>
  )
}
