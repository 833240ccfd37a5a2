import type { Place } from '@bordee/core/addresses/addresses.calls.ts'
import { useState } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { AddressSearch } from './AddressSearch.tsx'
import { addressText, type Draft, type Problems } from './draft.ts'
import { PinForm } from './PinForm.tsx'
import { Unbroken } from './Unbroken.tsx'

/** Loaded once there is something to show on it. */
const OutlineMap = lazyComponent(
  async () => (await import('./OutlineMap.tsx')).OutlineMap,
  () => <p className="map-waits">Chargement de la carte…</p>,
)

export interface StepProps {
  draft: Draft
  problems: Problems
  onChange: (changes: Partial<Draft>) => void
}

/** The address, chosen from suggestions or placed on the map, and optionally the outline of the driveway. */
export function AddressStep({ draft, problems, onChange }: StepProps) {
  const [isPinning, setIsPinning] = useState(false)

  function choose({ location, ...addressParts }: Place) {
    setIsPinning(false)
    onChange({ address: addressText(addressParts), addressParts, location, polygon: null })
  }

  if (isPinning) return <PinForm draft={draft} onCancel={() => setIsPinning(false)} onDone={choose} />
  return (
    <>
      <AddressSearch
        value={draft.location ? draft.address : ''}
        error={problems.address}
        onChosen={choose}
        onTyped={(typed) => onChange({ address: typed, addressParts: null, location: null, polygon: null })}
      />
      <button type="button" className="link" onClick={() => setIsPinning(true)}>
        Placer le point sur la carte
      </button>
      {draft.location && (
        <Unbroken told="La carte n’a pas pu être chargée. Vous pouvez continuer sans elle.">
          <OutlineMap
            point={draft.location}
            onMoved={(location) => onChange({ location })}
            polygon={draft.polygon}
            onOutlined={(polygon) => onChange({ polygon })}
            error={problems.polygon}
          />
        </Unbroken>
      )}
    </>
  )
}
