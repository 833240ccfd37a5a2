import { type MaterialKind, materialKinds, materialNames, surfaceNames, surfaces } from '@bordee/core/runs/work.ts'
import { useState } from 'react'
import { DamageSheet } from './DamageSheet.tsx'
import type { Position } from './kept.ts'
import { amountBeside } from './lastSpread.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import type { PhotoCard } from './photoQueue.ts'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { Step } from './stops.ts'
import { type Draft, materialOf } from './useDraft.ts'

interface Props {
  shift: Shift
  step: Step
  draft: Draft
  photos: readonly PhotoCard[]
  position: Position | null
  asksMaterial: boolean
  onInspection: () => void
}

/** What to say of a stop, one tap each. Everything is optional and goes with the mark. */
export function Work({ shift, step, draft, photos, position, asksMaterial, onInspection }: Props) {
  const [hasDamage, setDamage] = useState(false)
  return (
    <section className="work" aria-label="Travail">
      <fieldset className="chips">
        <legend>État de la surface</legend>
        {surfaces.map((surface) => (
          <button
            key={surface}
            type="button"
            className="button chip"
            aria-pressed={draft.surface === surface}
            onClick={() => draft.setSurface(surface)}
          >
            {surfaceNames[surface]}
          </button>
        ))}
      </fieldset>
      {asksMaterial && (
        <>
          <fieldset className="chips">
            <legend>Matériau</legend>
            {materialKinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className="button chip"
                aria-pressed={draft.material?.kind === kind}
                onClick={() => draft.chooseMaterial(kind)}
              >
                {materialNames[kind]}
              </button>
            ))}
          </fieldset>
          {draft.material?.quantity != null && <Amount quantity={draft.material.quantity} onChange={draft.setAmount} />}
        </>
      )}
      <div className="more">
        <PhotoStrip shift={shift} photos={photos} stop={step.stop} markId={draft.markId} kind="mark" position={position} />
        <button type="button" className="button chip" onClick={() => setDamage(true)}>
          Dommage
        </button>
        <button type="button" className="button chip" onClick={onInspection}>
          Inspection, rien à faire
        </button>
      </div>
      {hasDamage && <DamageSheet shift={shift} step={step} photos={photos} position={position} onClose={() => setDamage(false)} />}
    </section>
  )
}

function Amount({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  return (
    <fieldset className="amount" aria-label="Quantité">
      <button type="button" className="button" aria-label="Moins" onClick={() => onChange(amountBeside(quantity, -1))}>
        −
      </button>
      <output aria-live="polite">{quantity.toLocaleString('fr-CA')}&nbsp;kg</output>
      <button type="button" className="button" aria-label="Plus" onClick={() => onChange(amountBeside(quantity, 1))}>
        +
      </button>
    </fieldset>
  )
}

/** In a spreading round, a stop is not done before the driver has said what was spread: one press marks it. */
export function MaterialSheet({ onChoose, onClose }: { onChoose: (material: ReturnType<typeof materialOf>) => void; onClose: () => void }) {
  const [salted, setSalted] = useState(materialOf('salt').quantity ?? 0)
  const [sanded, setSanded] = useState(materialOf('sand').quantity ?? 0)
  const choose = (kind: MaterialKind, quantity: number | null) => onChoose({ kind, quantity, unit: quantity === null ? null : 'kg' })
  return (
    <Sheet title="Qu’avez-vous épandu?" onClose={onClose}>
      {(
        [
          ['salt', salted, setSalted],
          ['sand', sanded, setSanded],
        ] as const
      ).map(([kind, quantity, change]) => (
        <div key={kind} className="spread">
          <button type="button" className="button main" onClick={() => choose(kind, quantity)}>
            ✓ {materialNames[kind]}
          </button>
          <Amount quantity={quantity} onChange={change} />
        </div>
      ))}
      <button type="button" className="button" onClick={() => choose('none', null)}>
        ✓ {materialNames.none}
      </button>
    </Sheet>
  )
}
