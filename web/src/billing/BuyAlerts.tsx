import { lotBill, platformRates, taxLabel } from '@bordee/core/billing/bill.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Radio, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { CardChoice } from '../payments/CardChoice.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { notify } from '../ui/notify.ts'
import { Hint } from '../ui/words.tsx'
import classes from './billing.module.css'
import { Sums } from './Sums.tsx'
import { usePurchase } from './usePurchase.ts'

/** Buys a lot for the bank: which one, its price with taxes, and which card pays. */
export function BuyAlerts({ company, onDone }: { company: Company; onDone: () => void }) {
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
