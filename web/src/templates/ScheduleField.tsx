import { instalments } from '@bordee/core/contracts/contract-money.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { withOneMore } from '@bordee/core/templates/shares.ts'
import type { InstalmentInput } from '@bordee/core/templates/terms.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { type IsoDate, monthAfter, todayIn } from '@bordee/core/time.ts'
import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { DateField } from '../ui/form/dates.tsx'
import { type FieldName, fieldsOf, useField } from '../ui/form/Form.tsx'
import { PercentField } from '../ui/form/numbers.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { AddButton } from './AddButton.tsx'
import classes from './terms.module.css'

type Row = { paymentDate: IsoDate | null; percent: number | null }

/** Shares of the total, each with its due date; they must add up to 100 %. */
export function ScheduleField({ name, total, startAt }: { name: FieldName; total: Cents; startAt: IsoDate | null | undefined }) {
  const { fields, replace, remove } = useFieldArray({ name, keyName: 'key' })
  const { error } = useField(name)
  const today = todayIn(useZone(), new Date())
  const rows = (useWatch({ name }) ?? []) as Row[]
  const left = Math.round((100 - rows.reduce((sum, { percent }) => sum + (percent ?? 0), 0)) * 100) / 100
  const amounts = amountsOf(rows, total)

  function add() {
    const last = rows
      .flatMap(({ paymentDate }) => paymentDate ?? [])
      .toSorted()
      .at(-1)
    const percents = withOneMore(rows.map(({ percent }) => percent ?? 0))
    const dated = rows.map((row, i) => (row.percent === null ? row : { ...row, percent: percents[i] }))
    replace([...dated, { paymentDate: last ? monthAfter(last) : startAt || today, percent: percents.at(-1) }])
  }

  return (
    <>
      {fields.map(({ key }, i) => {
        const at = fieldsOf<InstalmentInput>(`${name}.${i}` as FieldName)
        return (
          <fieldset key={key} className={classes.instalment} aria-label={`Versement ${i + 1}`}>
            <DateField name={at('paymentDate')} label="Date de paiement" required />
            <PercentField name={at('percent')} label="Pourcentage" decimals={2} required />
            <div className={`${classes.amount} bordee-figures`}>
              <span className="bordee-visually-hidden">{'Montant\u00a0: '}</span>
              {amounts[i] === undefined ? '–' : formatMoney(amounts[i])}
            </div>
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="red"
              size={36}
              aria-label={`Retirer le versement ${i + 1}`}
              onClick={() => remove(i)}
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
      <p className={classes.sum} role="status">
        {`Total des versements\u00a0: ${formatNumber(100 - left)}\u00a0%`}
        {left > 0 && <Status tone="attention">{`Il reste ${formatNumber(left)}\u00a0% à répartir`}</Status>}
        {left < 0 && <Status tone="bad">{`${formatNumber(-left)}\u00a0% de trop`}</Status>}
      </p>
      <div className={classes.buttons}>
        <AddButton onClick={add}>Ajouter un versement</AddButton>
      </div>
    </>
  )
}

/** By row index; undefined for a row not filled in yet. */
function amountsOf(rows: readonly Row[], total: Cents): (Cents | undefined)[] {
  const whole = rows.flatMap(({ paymentDate, percent }, place) =>
    paymentDate && percent !== null ? [{ paymentDate, percent, place }] : [],
  )
  const amounts: (Cents | undefined)[] = rows.map(() => undefined)
  for (const { place, amount } of instalments(total, whole)) amounts[place] = amount
  return amounts
}
