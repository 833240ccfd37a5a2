import { formatMoney } from '@bordee/core/money.ts'
import { type SandboxInvoice, sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate, homeZone, todayIn } from '@bordee/core/time.ts'
import { Anchor, Loader, Stack } from '@mantine/core'
import { useAction } from '../calls.ts'
import { unlessOnField } from '../payments/cardRefusal.ts'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { Hint } from '../ui/words.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { SandboxMark } from './SandboxMark.tsx'
import classes from './sandbox.module.css'
import { TestCardForm } from './TestCardForm.tsx'
import { useSandbox } from './useSandbox.ts'

const standings: Record<SandboxInvoice['status'], [StatusTone, string]> = {
  open: ['attention', 'À payer'],
  paid: ['good', 'Payée'],
  uncollectible: ['bad', 'En retard'],
  void: ['neutral', 'Annulée'],
}

// sandbox/invoice/:token: the provider's page for an invoice of the platform.
export function InvoicePage({ token }: { token: string }) {
  const invoice = useSandbox(sandboxCalls.getSandboxInvoice, { token })
  const pay = useAction(sandboxCalls.paySandboxInvoice, { failed: unlessOnField('Une erreur est survenue.') })
  if (invoice.isLoadingError) return <ExpiredLink error={invoice.error} />
  if (!invoice.data)
    return (
      <PublicCard title="Facture">
        <Loader role="status" aria-label="Chargement" />
      </PublicCard>
    )
  const { number, status, total } = invoice.data
  const isPayable = status === 'open' || status === 'uncollectible'
  return (
    <PublicCard title={`Facture ${number}`} wide>
      <Stack>
        <SandboxMark />
        <Bill invoice={invoice.data} />
        <Anchor href={`/api/sandbox/invoices/${token}/pdf`} target="_blank" rel="noreferrer">
          Ouvrir le PDF
        </Anchor>
        {isPayable && (
          <TestCardForm
            amount={total}
            pay={(card, isAuthenticated) => pay.mutateAsync({ token, card, isAuthenticated })}
            busy={pay.isPending}
            problem={pay.error}
            onPaid={() => void invoice.refetch()}
          />
        )}
      </Stack>
    </PublicCard>
  )
}

const dayOf = (at: string) => formatDate(todayIn(homeZone, new Date(at)))

function Bill({ invoice: { status, billTo, lines, taxes, notes, total, issuedAt, paidAt } }: { invoice: SandboxInvoice }) {
  const [tone, word] = standings[status]
  return (
    <>
      <dl className={classes.facts}>
        <dt>Statut</dt>
        <dd>
          <Status tone={tone}>{paidAt ? `Payée le ${dayOf(paidAt)}` : word}</Status>
        </dd>
        <dt>Facturé à</dt>
        <dd>{billTo.name}</dd>
        <dt>Date</dt>
        <dd>{dayOf(issuedAt)}</dd>
      </dl>
      <table className={`${classes.bill} bordee-figures`}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantité</th>
            <th scope="col">Montant</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ description, quantity, amount, period }) => (
            <tr key={description}>
              <td>
                {description}
                {period && <small>{period}</small>}
              </td>
              <td>{formatNumber(quantity)}</td>
              <td>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {taxes.map(({ description, amount }) => (
            <tr key={description}>
              <th scope="row" colSpan={2}>
                {description}
              </th>
              <td>{formatMoney(amount)}</td>
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{formatMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
      {notes.length > 0 && <Hint>{notes.join(' · ')}</Hint>}
    </>
  )
}
