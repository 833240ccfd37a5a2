// Read-only tables of the terms.
import { lineAmount, type Total } from '@bordee/core/contracts/contract-money.ts'
import { type Cents, formatMoney, toCents } from '@bordee/core/money.ts'
import { priceWords } from '@bordee/core/templates/price-words.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import type { Template } from '@bordee/core/templates/template.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate, type IsoDate } from '@bordee/core/time.ts'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ServiceName } from '../services/ServiceColor.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './terms.module.css'

interface TermTableProps {
  heads: readonly string[]
  /** How many of the last columns are figures. */
  figures: number
  /** Shown when there are no rows. */
  empty: string
  children: ReactNode[]
}

export function TermTable({ heads, figures, empty, children }: TermTableProps) {
  if (children.length === 0) return <Hint>{empty}</Hint>
  return (
    <div className={classes.frame}>
      <table className={`${classes.table} bordee-figures`}>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" data-figure={i >= heads.length - figures || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function ServicesTable({ services }: { services: Template['services'] }) {
  return (
    <TermTable heads={['Service', 'Quantité', 'Montant']} figures={2} empty="Aucun service.">
      {services.filter(isSeason).map((line) => (
        <tr key={line.id}>
          <td>
            <ServiceName {...line} />
            {line.description && <small>{line.description}</small>}
          </td>
          <td data-figure data-label="Quantité">
            {formatNumber(line.quantity)}
          </td>
          <td data-figure data-label="Montant">
            {formatMoney(lineAmount({ price: toCents(line.price), quantity: line.quantity }))}
          </td>
        </tr>
      ))}
    </TermTable>
  )
}

/** What isn't in the total: counted after the work, and billed then. Empty without such a line. */
export function PricesTable({ services, isTaxesCharged }: Pick<Template, 'services' | 'isTaxesCharged'>) {
  const priced = services.flatMap((line) => {
    const words = priceWords(line, { isTaxesCharged })
    return words ? [{ line, words }] : []
  })
  if (priced.length === 0) return null
  return (
    <TermTable heads={['Service facturé à l’usage', 'Prix', 'Exemple']} figures={0} empty="">
      {priced.map(({ line, words }) => (
        <tr key={line.id}>
          <td>
            <ServiceName {...line} />
            {line.description && <small>{line.description}</small>}
          </td>
          <td data-label="Prix">{words.rate}</td>
          <td data-label="Exemple">{words.example}</td>
        </tr>
      ))}
    </TermTable>
  )
}

interface Due {
  id: string
  paymentDate: IsoDate
  /** Given once signed; later than the date as signed for a contract signed late. */
  dueDate?: IsoDate
  percent: number
  amount: Cents
  /** Given when the payments are known. */
  amountLeft?: Cents
}

export function ScheduleTable({ dues }: { dues: readonly Due[] }) {
  const isPaidOn = dues.some(({ amountLeft }) => amountLeft !== undefined)
  const figures = ['Montant', ...(isPaidOn ? ['Solde'] : [])]
  return (
    <TermTable heads={['Date', ...figures]} figures={figures.length} empty="Aucun versement.">
      {dues.map(({ id, paymentDate, dueDate = paymentDate, percent, amount, amountLeft }) => (
        <tr key={id}>
          <td>
            {formatDate(paymentDate)}
            <small>{`${formatNumber(percent)}\u00a0%`}</small>
            {dueDate !== paymentDate && <small>{`à payer au plus tard le ${formatDate(dueDate)}`}</small>}
          </td>
          <td data-figure data-label="Montant">
            {formatMoney(amount)}
          </td>
          {amountLeft !== undefined && (
            <td data-figure data-label="Solde">
              {formatMoney(amountLeft)}
            </td>
          )}
        </tr>
      ))}
    </TermTable>
  )
}

/** Subtotal, each tax and the total. `note` says why there is no tax; `narrow` caps the width. */
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

const clausesToCome = () => <Skeleton height={120} radius={10} />
export const Clauses = lazyComponent(async () => (await import('../ui/RichTextView.tsx')).RichTextView, clausesToCome)
