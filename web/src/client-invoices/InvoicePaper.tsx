import { quantityWords } from '@bordee/core/billables/billable.ts'
import type { ClientInvoice } from '@bordee/core/client-invoices/client-invoice.ts'
import { movementNames } from '@bordee/core/contracts/contract.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatNumber, inSentence } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Checkbox, Table } from '@mantine/core'
import { SectionTitle } from '../ui/words.tsx'
import classes from './invoice.module.css'

interface Props {
  invoice: ClientInvoice
  /** Lines can be ticked: to credit them, or to take them off a draft. */
  ticked?: { ids: readonly string[]; onChange: (ids: string[]) => void }
}

/** What an invoice says: lines, taxes, what was credited and paid, and what is left. */
export function InvoicePaper({ invoice, ticked }: Props) {
  const { lines, taxes, subtotal, totalPrice, number, creditedAmount, paidAmount, amountLeft, overpaidAmount } = invoice
  const sums: [string, number][] = [
    ['Sous-total', subtotal],
    ...taxes.map(({ tax, percent, amount }): [string, number] => [`${tax} (${formatNumber(percent)}\u00a0%)`, amount]),
    ['Total', totalPrice],
    ...(creditedAmount > 0 ? [['Crédité', -creditedAmount] as [string, number]] : []),
    ...(paidAmount !== 0 ? [['Payé', -paidAmount] as [string, number]] : []),
    ...(number ? [['Solde à payer', amountLeft] as [string, number]] : []),
    ...(overpaidAmount > 0 ? [['Payé en trop', overpaidAmount] as [string, number]] : []),
  ]
  const toggle = (id: string) => ticked?.onChange(ticked.ids.includes(id) ? ticked.ids.filter((one) => one !== id) : [...ticked.ids, id])
  return (
    <div className={classes.paper}>
      <ul className={classes.lines} aria-label="Lignes">
        {lines.map((line) => (
          <li key={line.id} data-credited={line.creditNumber !== null || undefined}>
            {ticked && line.creditNumber === null && (
              <Checkbox
                checked={ticked.ids.includes(line.id)}
                onChange={() => toggle(line.id)}
                aria-label={`Choisir ${line.description}`}
              />
            )}
            <div className={classes.what}>
              <p>{line.description}</p>
              <p className={classes.quiet}>
                {[
                  formatDate(line.day),
                  line.siteAddress,
                  line.unit !== 'adjustment' && `${quantityWords(line.quantity, line.unit)} à ${formatMoney(line.price)}`,
                  line.creditNumber && `créditée, ${line.creditNumber}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <strong className="bordee-figures">{formatMoney(line.amount)}</strong>
          </li>
        ))}
      </ul>
      <dl className={`${classes.sums} bordee-figures`}>
        {sums.map(([label, amount]) => (
          <div key={label} data-strong={label === 'Total' || label === 'Solde à payer' || undefined}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {invoice.credits.length > 0 && (
        <section aria-label="Notes de crédit">
          <SectionTitle>Notes de crédit</SectionTitle>
          <Table>
            <Table.Tbody>
              {invoice.credits.map(({ id, number: of, issuedOn, reason, totalPrice: amount }) => (
                <Table.Tr key={id}>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>{of}</Table.Td>
                  <Table.Td>{`${formatDate(issuedOn)} · ${reason}`}</Table.Td>
                  <Table.Td ta="right" className="bordee-figures">
                    {formatMoney(amount)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </div>
  )
}

/** « 15 nov. 2026 · Chèque ». */
export const paymentWords = ({ paidAt, type, wasOnline, movement }: ClientInvoice['payments'][number]) => {
  const byHand = movement === 'payment' ? paymentMethodNames[type] : `Remboursement (${inSentence(paymentMethodNames[type])})`
  return `${formatDate(paidAt)} · ${wasOnline ? movementNames[movement] : byHand}`
}
