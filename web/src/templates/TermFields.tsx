// What a template proposes and a contract agrees on, as parts of either form.
import type { Total } from '@bordee/core/contracts/contract-money.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames, paymentMethods } from '@bordee/core/templates/terms.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Checkbox, Skeleton } from '@mantine/core'
import { type FieldName, useField } from '../ui/form/Form.tsx'
import { late } from '../ui/late.tsx'
import classes from './terms.module.css'

export function MethodsField({ name }: { name: FieldName }) {
  const { value, onChange, error } = useField(name)
  return (
    <Checkbox.Group label="Modes de paiement acceptés" value={value ?? []} onChange={onChange} error={error}>
      <div className={classes.methods}>
        {paymentMethods.map((method) => (
          <Checkbox key={method} value={method} label={paymentMethodNames[method]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const editorToCome = () => <Skeleton height={220} radius={10} />
export const ClausesField = late(async () => (await import('../ui/RichText.tsx')).RichTextField, editorToCome)

const clausesToCome = () => <Skeleton height={120} radius={10} />
export const Clauses = late(async () => (await import('../ui/RichText.tsx')).RichTextView, clausesToCome)

/** Before taxes, each tax, and all of it. `note` says why there is no tax; `narrow` where there is more room than it needs. */
export function MoneyTable({ subtotal, taxes, totalPrice, note, narrow = false }: Total & { note?: string; narrow?: boolean }) {
  return (
    <dl className={`${classes.money} bordee-figures`} data-narrow={narrow || undefined}>
      <dt>Sous-total</dt>
      <dd>{formatMoney(subtotal)}</dd>
      {taxes.map(({ code, tax, percent, amount }) => (
        <div key={code} style={{ display: 'contents' }}>
          <dt>{`${tax} (${formatNumber(percent)}\u00a0%)`}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      {taxes.length === 0 && note && (
        <>
          <dt>Taxes</dt>
          <dd>{note}</dd>
        </>
      )}
      <dt data-strong>Total</dt>
      <dd data-strong>{formatMoney(totalPrice)}</dd>
    </dl>
  )
}
