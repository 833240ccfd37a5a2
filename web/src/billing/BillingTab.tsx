import { lotBill, platformRates, taxLabel } from '@bordee/core/billing/bill.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import type { UpcomingInvoice } from '@bordee/core/billing/invoice.ts'
import { type AlertPriceId, alertPriceNames, defaultAlertPrice } from '@bordee/core/companies/alert-prices.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Problem } from '@bordee/core/problem.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Button, Radio, Select, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { confirmWithBank } from '../payments/BankConfirmation.tsx'
import { CardChoice } from '../payments/CardChoice.tsx'
import { useSession } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { notify } from '../ui/notify.ts'
import { EmptyState } from '../ui/states.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './billing.module.css'
import { Invoices } from './Invoices.tsx'
import { periodText } from './invoiceWords.ts'
import { Ledger } from './Ledger.tsx'
import { Sums } from './Sums.tsx'

// company/billing: what the platform bills the current company (docs/product/billing.md).
export function BillingTab({ company }: { company: Company }) {
  const can = useCan()
  const upcoming = useCall(billingCalls.getUpcomingInvoice)
  const invoices = useCall(billingCalls.listInvoices)
  useLive('billing', () => Promise.all([upcoming.refetch(), invoices.refetch()]), {
    isUnderWay: invoices.data?.some(({ status }) => status === 'draft' || status === 'open') ?? false,
  })
  return (
    <div className={classes.tab}>
      {upcoming.isLoadingError ? (
        <section className="bordee-card">
          <BrokenPart onRetry={() => void upcoming.refetch()} />
        </section>
      ) : upcoming.data ? (
        <>
          <Figures upcoming={upcoming.data} company={company} />
          <Upcoming upcoming={upcoming.data} />
        </>
      ) : (
        <Skeleton height={220} radius={12} role="status" aria-label="Chargement" />
      )}
      <Ledger />
      <Invoices invoices={invoices} />
      {can(billingCalls.setAlertPrice) && <AlertPrice company={company} />}
    </div>
  )
}

function Figures({ upcoming, company }: { upcoming: UpcomingInvoice; company: Company }) {
  const zone = useZone()
  const can = useCan()
  const [isBuying, setBuying] = useState(false)
  return (
    <section className={`${classes.figures} bordee-card`} aria-label="En bref">
      <dl>
        <Figure label="Alertes en banque" value={<a href="#ledger">{formatNumber(upcoming.alertsInBank)}</a>} />
        <Figure label="Alertes facturées" value={<a href="#ledger">{formatNumber(upcoming.billedAlerts)}</a>} />
        <Figure label="Solde" value={formatMoney(upcoming.total)} />
        <Figure label="Période" value={periodText(upcoming, zone)} isText />
      </dl>
      {can(billingCalls.buyAlerts) && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setBuying(true)}>
          Acheter des alertes
        </Button>
      )}
      <Dialog opened={isBuying} onClose={() => setBuying(false)} title="Acheter des alertes">
        {isBuying && <BuyAlerts company={company} onDone={() => setBuying(false)} />}
      </Dialog>
    </section>
  )
}

const Figure = ({ label, value, isText = false }: { label: string; value: ReactNode; isText?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd className="bordee-figures" data-text={isText || undefined}>
      {value}
    </dd>
  </div>
)

function Upcoming({ upcoming: { lines, subtotal, taxes, total } }: { upcoming: UpcomingInvoice }) {
  return (
    <section className={`${classes.part} bordee-card`} aria-labelledby="upcoming-invoice">
      <SectionTitle id="upcoming-invoice">Prochaine facture</SectionTitle>
      {lines.length === 0 ? (
        <EmptyState
          icon={<IconReceipt />}
          title="Rien à facturer pour le moment"
          description="Ce que votre banque d’alertes ne couvre pas s’ajoute ici, alerte par alerte."
        />
      ) : (
        <>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th scope="col">Description</th>
                <th scope="col">Quantité</th>
                <th scope="col">Montant</th>
              </tr>
            </thead>
            <tbody className="bordee-figures">
              {lines.map(({ id, description, quantity, amount }) => (
                <tr key={id}>
                  <td>{description}</td>
                  <td data-label="Quantité">{formatNumber(quantity)}</td>
                  <td data-label="Montant">{formatMoney(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Sums subtotal={subtotal} taxes={taxes} total={total} />
        </>
      )}
    </section>
  )
}

/** Shown to platform staff only. */
function AlertPrice({ company }: { company: Company }) {
  const { reload } = useSession()
  const prices = useCall(billingCalls.listAlertPrices)
  const change = useAction(billingCalls.setAlertPrice, {
    done: 'Prix modifié',
    failed: 'Impossible de modifier le prix par alerte pour une raison inconnue.',
    after: reload,
  })
  const choices = prices.data?.map(({ id }) => ({ value: id, label: alertPriceNames[id as AlertPriceId] ?? id }))
  const unread = useUnread(choices)
  return (
    <section className={`${classes.part} bordee-card`} aria-labelledby="alert-price">
      <SectionTitle id="alert-price">Prix d’une alerte</SectionTitle>
      <Hint>Pour les alertes à venir, une fois la banque vide. Ce qui est déjà parti garde son prix.</Hint>
      <Select
        aria-labelledby="alert-price"
        maw={320}
        data={choices}
        {...unread}
        value={company.alertPriceId ?? defaultAlertPrice}
        allowDeselect={false}
        disabled={!prices.data || change.isPending}
        onChange={(priceId) => priceId && change.mutate({ priceId: priceId as AlertPriceId, companyId: company.id })}
      />
    </section>
  )
}

/** Buys a lot for the bank: which one, its price with taxes, and which card pays. */
function BuyAlerts({ company, onDone }: { company: Company; onDone: () => void }) {
  const offers = useCall(billingCalls.listBankOffers)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { purchase, isPending } = usePurchase(() => {
    notify('success', 'Les alertes sont dans votre banque.')
    onDone()
  })
  if (offers.isLoadingError) return <BrokenPart onRetry={() => void offers.refetch()} />
  const offer = offers.data?.find(({ id }) => id === chosenId) ?? offers.data?.[0]
  if (!offers.data || !offer) return <Skeleton height={160} radius={10} />
  const bill = lotBill(offer, platformRates(company, new Date()))
  return (
    <Stack>
      <Hint>Les alertes achetées n’expirent pas. Elles partent avant que quoi que ce soit vous soit facturé.</Hint>
      <Radio.Group label="Lot" value={offer.id} onChange={setChosenId}>
        <div className={classes.offers}>
          {offers.data.map(({ id, amount, price }) => (
            <Radio.Card key={id} value={id} className={classes.offer} aria-label={`${count(amount, 'alerte')}, ${formatMoney(price)}`}>
              <Radio.Indicator />
              <span>
                <strong>{count(amount, 'alerte')}</strong>
                <span className="bordee-figures">{formatMoney(price)}</span>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <Sums
        subtotal={bill.subtotal}
        taxes={bill.taxes.map((tax) => ({ description: taxLabel(tax), amount: tax.amount }))}
        total={bill.total}
      />
      <CardChoice onCancel={onDone}>
        {(card) => (
          <Button loading={isPending} onClick={() => purchase({ offerId: offer.id, paymentMethodId: card.id })}>
            Payer {formatMoney(bill.total)}
          </Button>
        )}
      </CardChoice>
    </Stack>
  )
}

/** Buys once per press: retries send the same key until the server refuses the purchase. */
function usePurchase(after: () => void) {
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const buy = useAction(billingCalls.buyAlerts, { failed: 'Impossible d’acheter des alertes pour le moment.' })

  async function purchase(order: { offerId: string; paymentMethodId: string }): Promise<void> {
    const answer = await buy.mutateAsync({ ...order, requestKey })
    if (!('status' in answer)) return after()
    if (await confirmWithBank(answer)) return purchase(order) // either paid now, or refused with a reason
  }

  return {
    isPending: buy.isPending,
    purchase: (order: { offerId: string; paymentMethodId: string }) =>
      void purchase(order).catch((error: unknown) => {
        if (error instanceof Problem && error.status >= 400 && error.status < 500) setRequestKey(crypto.randomUUID())
      }),
  }
}
