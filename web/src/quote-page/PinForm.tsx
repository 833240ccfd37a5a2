import type { Place } from '@bordee/core/addresses/addresses.calls.ts'
import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { provinceNames } from '@bordee/core/provinces.ts'
import { isInCanada } from '@bordee/core/quotes/canada.ts'
import { optionalZip, required } from '@bordee/core/wire.ts'
import { type KeyboardEvent, useState } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Draft, Problems } from './draft.ts'
import { Field, TextField } from './fields.tsx'
import { Unbroken } from './Unbroken.tsx'

const PinMap = lazyComponent(
  async () => (await import('./PinMap.tsx')).PinMap,
  () => <p className="map-waits">Chargement de la carte…</p>,
)

type Parts = Omit<Place, 'location' | 'civicNumber' | 'zip'> & { civicNumber: string; zip: string }

/** For an address that isn't among the suggestions, or whose point is wrong. */
export function PinForm({ draft, onCancel, onDone }: { draft: Draft; onCancel: () => void; onDone: (place: Place) => void }) {
  const [parts, setParts] = useState(() => partsOf(draft))
  const [point, setPoint] = useState<Point | null>(draft.location)
  const [problems, setProblems] = useState<Problems>({})

  const part = (key: 'civicNumber' | 'street' | 'city' | 'zip', label: string, autoComplete: string) => (
    <TextField
      label={label}
      required
      autoComplete={autoComplete}
      value={parts[key]}
      error={problems[key]}
      onChange={(value) => {
        setParts({ ...parts, [key]: value })
        setProblems({ ...problems, [key]: undefined })
      }}
    />
  )

  function lay(laid: Point) {
    setPoint(laid)
    setProblems((before) => ({ ...before, point: undefined }))
  }
  function finish() {
    const found = wrongWith(parts, point)
    setProblems(found)
    if (point && Object.keys(found).length === 0) onDone({ ...parts, zip: optionalZip.parse(parts.zip), location: point })
  }

  /** Enter submits this part: the surrounding form can't continue yet. */
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    finish()
  }

  return (
    <section className="pinning" aria-label="Placer le point sur la carte" onKeyDown={enter}>
      <div className="parts">
        {part('civicNumber', 'Numéro', 'off')}
        {part('street', 'Rue', 'off')}
        {part('city', 'Ville', 'address-level2')}
        <Field label="Province" error={undefined} required>
          {(named) => (
            <select
              {...named}
              className="input"
              value={parts.state}
              onChange={(event) => setParts({ ...parts, state: event.currentTarget.value })}
            >
              {Object.entries(provinceNames).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {part('zip', 'Code postal', 'postal-code')}
      </div>
      <p className="hint">Touchez la carte, ou glissez le repère jusqu’à l’entrée. Au clavier, les flèches le déplacent.</p>
      <Unbroken told="La carte n’a pas pu être chargée.">
        <PinMap point={point ?? quebecCity} isPlaced={point !== null} onMoved={lay} />
      </Unbroken>
      {problems.point && (
        <p className="error" role="alert">
          {problems.point}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="button quiet" onClick={onCancel}>
          Annuler
        </button>
        <button type="button" className="button" onClick={finish}>
          Utiliser cette adresse
        </button>
      </div>
    </section>
  )
}

function wrongWith(parts: Parts, point: Point | null): Problems {
  const missing = (['civicNumber', 'street', 'city', 'zip'] as const).filter((key) => !parts[key].trim())
  const zip = optionalZip.safeParse(parts.zip).error?.issues[0]?.message
  return {
    ...(zip && { zip }),
    ...Object.fromEntries(missing.map((key) => [key, required])),
    ...(!point && { point: 'Placez le point sur la carte.' }),
    ...(point && !isInCanada(point) && { point: 'Le point doit être au Canada.' }),
  }
}

/** From the chosen address, or else from the typed text: « 12, rue X ». */
function partsOf({ addressParts, address }: Draft): Parts {
  if (addressParts) return { ...addressParts, civicNumber: addressParts.civicNumber ?? '', zip: addressParts.zip ?? '' }
  const [, civicNumber = '', street = address] = /^\s*(\d+[a-z]?)[\s,]+([^,]+)/i.exec(address) ?? []
  return { civicNumber, apartment: null, street: street.trim(), city: '', state: 'QC', country: 'CA', zip: '' }
}
