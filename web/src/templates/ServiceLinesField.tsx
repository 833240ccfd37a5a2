import { lineAmount } from '@bordee/core/contracts/contract-money.ts'
import { formatMoney, toCents } from '@bordee/core/money.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { type Pricing, pricingNames } from '@bordee/core/templates/pricing.ts'
import type { serviceLines } from '@bordee/core/templates/terms.ts'
import { ActionIcon, Select, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { useCall } from '../calls.ts'
import { noServices } from '../services/ServicesField.tsx'
import { type FieldName, fieldsOf, useField } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { NumberField } from '../ui/form/numbers.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { Hint } from '../ui/words.tsx'
import { AddButton } from './AddButton.tsx'
import { LinePrices } from './LinePrices.tsx'
import classes from './terms.module.css'

type Line = z.input<typeof serviceLines>[number]

const emptyLine = {
  serviceId: null,
  name: null,
  description: null,
  quantity: 1,
  pricing: 'season',
  price: null,
  bands: null,
  equipment: null,
  materialKind: null,
  materialUnit: null,
  color: null,
}
const pricingChoices = Object.entries(pricingNames).map(([value, label]) => ({ value, label }))
const firstBands = [
  { upTo: 5, price: null },
  { upTo: null, price: null },
]
const priceLabels: Record<Pricing, string> = {
  season: 'Prix',
  pass: 'Prix par passage',
  outing: '',
  hour: 'Taux à l’heure',
  material: 'Prix par unité',
}

/** Service lines from the catalogue, and discounts, which are separate lines with a negative price. */
export function ServiceLinesField({ name }: { name: FieldName }) {
  const { fields, append, remove } = useFieldArray({ name, keyName: 'key' })
  const { error } = useField(name)
  return (
    <>
      {fields.map(({ key }, i) => (
        <ServiceLine key={key} within={`${name}.${i}` as FieldName} number={i + 1} onRemove={() => remove(i)} />
      ))}
      {fields.length === 0 && <Hint>Aucun service pour l’instant.</Hint>}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <div className={classes.buttons}>
        <AddButton onClick={() => append(emptyLine)}>Ajouter un service</AddButton>
        <AddButton onClick={() => append({ ...emptyLine, name: 'Rabais' })}>Ajouter un rabais</AddButton>
      </div>
    </>
  )
}

function ServiceLine({ within, number, onRemove }: { within: FieldName; number: number; onRemove: () => void }) {
  const at = fieldsOf<Line>(within)
  const line = (useWatch({ name: within }) ?? {}) as Partial<Line>
  // A line with its own name and no service was not picked from the catalogue.
  const isNamed = !line.serviceId && line.name !== null && line.name !== undefined
  const isPriced = typeof line.price === 'number' && typeof line.quantity === 'number'
  const { pricing = 'season' } = line
  const isOfSeason = pricing === 'season'
  return (
    <fieldset className={classes.line} aria-label={`Service ${number}`}>
      {isNamed ? (
        <TextField name={at('name')} label="Nom" required maxLength={100} autoComplete="off" />
      ) : (
        <ServiceChoice within={within} />
      )}
      <TextField name={at('description')} label="Description" nullable maxLength={255} autoComplete="off" />
      <PricingChoice within={within} line={line} />
      {isOfSeason ? <NumberField name={at('quantity')} label="Quantité" decimals={2} min={0.01} max={10_000} /> : <span />}
      {pricing === 'outing' ? (
        <span />
      ) : (
        <NumberField
          name={at('price')}
          label={priceLabels[pricing]}
          decimals={2}
          suffix="$"
          min={isOfSeason ? -1_000_000 : 0}
          max={1_000_000}
        />
      )}
      <div className={`${classes.amount} bordee-figures`}>
        <span className="bordee-visually-hidden">{'Montant\u00a0: '}</span>
        {isPriced && isOfSeason ? formatMoney(lineAmount({ price: toCents(Number(line.price)), quantity: Number(line.quantity) })) : '–'}
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="red"
        size={36}
        aria-label={`Retirer le service ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
      {!isOfSeason && <LinePrices within={within} line={line} />}
    </fieldset>
  )
}

function PricingChoice({ within, line }: { within: FieldName; line: Partial<Line> }) {
  const { setValue } = useFormContext()
  const { value, onChange, ...field } = useField(fieldsOf<Line>(within)('pricing'))
  function choose(next: string | null) {
    const put = (key: string, part: unknown) => setValue(`${within}.${key}`, part, { shouldDirty: true })
    onChange(next)
    if (next !== 'season') put('quantity', 1)
    if (next === 'outing') put('price', 0)
    if (next === 'outing' && !line.bands?.length) put('bands', firstBands)
  }
  return <Select label="Mode de prix" allowDeselect={false} data={pricingChoices} {...field} value={value ?? 'season'} onChange={choose} />
}

/** Picking a service copies its name, description and colour; the line keeps them whatever happens to the service. */
function ServiceChoice({ within }: { within: FieldName }) {
  const at = fieldsOf<Line>(within)
  const services = useCall(serviceCalls.listServices)
  const unread = useUnread(services.data)
  const { setValue } = useFormContext()
  const { value } = useField(at('serviceId'))
  const { error, ref } = useField(at('name'))

  function choose(id: string | null) {
    const service = services.data?.find((one) => one.id === id)
    if (!service) return
    const { name, description, color } = service
    for (const [key, part] of Object.entries({ serviceId: id, name, description, color }))
      setValue(`${within}.${key}`, part, { shouldDirty: true, shouldValidate: key === 'name' })
  }

  return (
    <Select
      ref={ref}
      label="Service"
      required
      placeholder="Choisir…"
      nothingFoundMessage="Aucun service"
      description={services.data?.length === 0 && noServices}
      {...unread}
      searchable
      allowDeselect={false}
      data={services.data?.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={choose}
      error={error}
    />
  )
}
