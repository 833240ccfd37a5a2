// How a line that isn't of the season is priced: what its pricing needs, and an example in numbers.

import { materialUnitNames } from '@bordee/core/runs/work.ts'
import { priceWords } from '@bordee/core/templates/price-words.ts'
import { type Band, pricedMaterialNames, rateErrors } from '@bordee/core/templates/pricing.ts'
import type { serviceLines } from '@bordee/core/templates/terms.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { SelectField } from '../ui/form/choices.tsx'
import { type FieldName, fieldsOf, useField } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { MoneyField, NumberField } from '../ui/form/numbers.tsx'
import { Hint } from '../ui/words.tsx'
import { AddButton } from './AddButton.tsx'
import classes from './terms.module.css'

type Line = z.input<typeof serviceLines>[number]

export function LinePrices({ within, line }: { within: FieldName; line: Partial<Line> }) {
  const at = fieldsOf<Line>(within)
  return (
    <div className={classes.prices}>
      {line.pricing === 'outing' && <BandsField name={at('bands')} />}
      {line.pricing === 'hour' && (
        <div className={classes.pair}>
          <TextField
            name={at('equipment')}
            label="Genre d’équipement"
            nullable
            required
            maxLength={60}
            autoComplete="off"
            placeholder="Chargeuse"
          />
        </div>
      )}
      {line.pricing === 'material' && (
        <div className={classes.pair}>
          <SelectField name={at('materialKind')} label="Matériau" choices={pricedMaterialNames} placeholder="Choisir…" />
          <SelectField name={at('materialUnit')} label="Unité" choices={materialUnitNames} placeholder="Choisir…" />
        </div>
      )}
      <Example line={line} />
    </div>
  )
}

/** Once all is typed. */
function Example({ line: { pricing = 'season', price, bands, equipment, materialKind, materialUnit } }: { line: Partial<Line> }) {
  const isTaxesCharged = useWatch({ name: 'isTaxesCharged' }) !== false
  const whole = bands?.filter((band): band is Band => typeof band?.price === 'number') ?? []
  const line = { pricing, price: price ?? 0, bands: whole, equipment: equipment || null, materialKind, materialUnit }
  const isTyped = (pricing === 'outing' || typeof price === 'number') && whole.length === (bands?.length ?? 0)
  if (!isTyped || rateErrors(line).length > 0) return null
  const words = priceWords(
    { ...line, materialKind: line.materialKind ?? null, materialUnit: line.materialUnit ?? null },
    { isTaxesCharged },
  )
  return words && <Hint>{`Exemple\u00a0: ${words.example}.`}</Hint>
}

/** Each band begins where the one before ends, so only its end is typed; the last one has none. */
function BandsField({ name }: { name: FieldName }) {
  const { fields, append, remove } = useFieldArray({ name, keyName: 'key' })
  const { setValue } = useFormContext()
  const { error } = useField(name)
  const bands = (useWatch({ name }) ?? []) as Partial<Band>[]
  function removeBand(i: number) {
    remove(i)
    if (i === fields.length - 1 && i > 0) setValue(`${name}.${i - 1}.upTo`, null, { shouldDirty: true })
  }
  return (
    <div className={classes.bands}>
      {fields.map(({ key }, i) => {
        const at = fieldsOf<Band>(`${name}.${i}` as FieldName)
        const after = i === 0 ? 0 : bands[i - 1]?.upTo
        const start = typeof after === 'number' ? formatNumber(after) : '…'
        const isLast = i === fields.length - 1
        return (
          <fieldset key={key} className={classes.band} aria-label={`Tranche ${i + 1}`}>
            <Text size="sm" className={classes.start}>
              {isLast ? (i === 0 ? 'Peu importe la neige' : `Plus de ${start}\u00a0cm`) : `Plus de ${start} à`}
            </Text>
            {isLast ? <span /> : <NumberField name={at('upTo')} label="Jusqu’à" suffix="cm" decimals={1} min={0.1} max={500} />}
            <MoneyField name={at('price')} label="Prix de la sortie" min={0} max={100_000_000} />
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="red"
              size={36}
              aria-label={`Retirer la tranche ${i + 1}`}
              disabled={fields.length === 1}
              onClick={() => removeBand(i)}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </fieldset>
        )
      })}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <div>
        <AddButton onClick={() => append({ upTo: null, price: null })}>Ajouter une tranche</AddButton>
      </div>
    </div>
  )
}
