import { count } from '@bordee/core/text.ts'
import type { Shift } from './shift.ts'
import type { OwnRun } from './shown.ts'

/** What the office changed about this run while the driver was out. */
export function OfficeNews({ shift, run }: { shift: Shift; run: OwnRun }) {
  const { addedCount = 0, handedOverAt } = run
  return (
    <>
      {handedOverAt && (
        <p role="status" className="notice">
          Le reste de cette tournée est remis à d’autres. Ce que vous faites encore compte.
        </p>
      )}
      {addedCount > 0 && (
        <p role="status" className="notice">
          {count(addedCount, 'arrêt ajouté', 'arrêts ajoutés')} par le bureau.{' '}
          <button type="button" className="link" onClick={() => void shift.noticeAdded()}>
            Compris
          </button>
        </p>
      )}
    </>
  )
}
