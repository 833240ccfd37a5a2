// What the driver says of a stop before marking it: surface, material, photos. The mark's id is chosen first, so that photos
// can be kept with it.
import type { Material, MaterialKind, Surface } from '@bordee/core/runs/work.ts'
import { useEffect, useState } from 'react'
import type { Mark } from './kept.ts'
import { keepAmount, lastAmount } from './lastSpread.ts'
import type { Shift } from './shift.ts'
import type { MarkContent, Said, Step } from './stops.ts'

export interface Draft extends Said {
  setSurface(surface: Surface): void
  chooseMaterial(kind: MaterialKind): void
  setAmount(quantity: number): void
  /** The mark's content, with everything that was said. */
  with(what: Pick<Mark, 'type' | 'reason' | 'note'> & { inspection?: boolean; material?: Material }): MarkContent
}

export const materialOf = (kind: MaterialKind): Material => {
  const quantity = lastAmount(kind)
  return { kind, quantity, unit: quantity === null ? null : 'kg' }
}

/** Begins anew with each stop. Photos of a stop that is left without a mark leave the phone too, with its site. */
export function useDraft(shift: Shift, step: Pick<Step, 'key'> | undefined): Draft {
  const key = step?.key ?? ''
  const [, redraw] = useState(0)
  const said = shift.marks.saidOf(key)
  const { markId } = said
  useEffect(() => () => void shift.releasePhotos(markId), [shift, markId])
  const change = (more: Partial<Said>) => {
    Object.assign(said, more)
    redraw((count) => count + 1)
  }
  return {
    ...said,
    setSurface: (surface) => change({ surface: said.surface === surface ? null : surface }),
    chooseMaterial: (kind) => change({ material: said.material?.kind === kind ? null : materialOf(kind) }),
    setAmount: (quantity) => said.material && change({ material: { ...said.material, quantity, unit: 'kg' } }),
    with({ inspection = false, material = said.material ?? undefined, ...what }) {
      if (material) keepAmount(material)
      return { ...what, id: markId, surface: said.surface, material: material ?? null, inspection }
    },
  }
}
