import type { Shift } from './shift.ts'
import type { Shown } from './shown.ts'

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
      {undoable.map(({ mark, address }) => (
        <p key={mark.id}>
          <span>
            {mark.type === 'mark_as_done' ? 'Fait' : 'Pas fait'}&nbsp;: {address}
          </span>
          <button type="button" className="button" onClick={() => void shift.undoMark(mark.id)}>
            Annuler
          </button>
        </p>
      ))}
    </div>
  )
}
