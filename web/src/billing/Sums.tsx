import { type Cents, formatMoney } from '@bordee/core/money.ts'
import classes from './billing.module.css'

interface Props {
  subtotal: Cents
  taxes: readonly { description: string; amount: Cents }[]
  total: Cents
}

export function Sums({ subtotal, taxes, total }: Props) {
  return (
    <dl className={`${classes.sums} bordee-figures`}>
      <dt>Sous-total</dt>
      <dd>{formatMoney(subtotal)}</dd>
      {taxes.map(({ description, amount }) => (
        <Tax key={description} description={description} amount={amount} />
      ))}
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>{formatMoney(total)}</dd>
    </dl>
  )
}

const Tax = ({ description, amount }: Props['taxes'][number]) => (
  <>
    <dt>{description}</dt>
    <dd>{formatMoney(amount)}</dd>
  </>
)
