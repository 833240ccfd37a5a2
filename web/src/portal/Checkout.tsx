import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { Checkout as CheckoutOpened } from '@bordee/core/contracts/online-payment.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Problem } from '@bordee/core/problem.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useConfig } from '../config.ts'
import { CheckoutForm } from '../sandbox/CheckoutForm.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { CompanyContact } from './CompanyContact.tsx'
import classes from './portal.module.css'

const StripeCheckout = lazyComponent(
  async () => (await import('../payments/StripeCheckout.tsx')).StripeCheckout,
  () => <Skeleton height={320} radius={10} />,
)

type Payee = Pick<Contract, 'companyName' | 'companyPhone' | 'companyEmail' | 'paymentMethods'>

interface Props {
  contractId: string
  instalment: { id: string; amountLeft: number }
}

/**
 * Pays an instalment by card, in the page, then polls the contract until the payment is recorded. If it was paid
 * before, in another tab or without an answer, only that is left to do.
 */
export function Checkout({ contractId, instalment }: Props) {
  const [isPaid, setIsPaid] = useState(false)
  const open = useAction(contractCalls.payContract, { failed: 'Une erreur est survenue.' })
  const begun = useRef('')
  useCall(contractCalls.getContract, { id: contractId }, { refetchInterval: () => (isPaid ? lookAgain : false) })

  const wanted = `${instalment.id} ${instalment.amountLeft}`
  const { mutate } = open
  const begin = useCallback(
    () => mutate({ id: contractId, paymentScheduleId: instalment.id }, { onError: (problem) => isPaidAlready(problem) && setIsPaid(true) }),
    [mutate, contractId, instalment.id],
  )
  useEffect(() => {
    if (begun.current === wanted) return
    begun.current = wanted
    begin()
  }, [wanted, begin])

  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Paiement par carte">
      <Title order={2} mb="md">{`Versement à payer\u00a0: ${formatMoney(instalment.amountLeft)}`}</Title>
      <Stack>
        {isPaid ? (
          <Text role="status">Paiement reçu. Merci! Il s’inscrit à votre contrat…</Text>
        ) : (
          <>
            {open.isPending && <Skeleton height={240} radius={10} />}
            {open.isError && (
              <Button variant="default" onClick={begin}>
                Réessayer
              </Button>
            )}
            {open.data && <OpenCheckout {...open.data} onPaid={() => setIsPaid(true)} />}
          </>
        )}
      </Stack>
    </section>
  )
}

export const isPaidAlready = (problem: unknown) =>
  problem instanceof Problem && ['payment-recorded', 'payment-being-confirmed'].includes(problem.body.code ?? '')

/** The payment form of the configured provider. */
export function OpenCheckout({ provider, accountId, clientSecret, amount, onPaid }: CheckoutOpened & { onPaid: () => void }) {
  const publishableKey = useConfig()?.paymentPublishableKey
  if (provider !== 'stripe') return <CheckoutForm clientSecret={clientSecret} amount={amount} onPaid={onPaid} />
  if (!publishableKey) return <Skeleton height={320} radius={10} />
  return <StripeCheckout publishableKey={publishableKey} accountId={accountId} clientSecret={clientSecret} onPaid={onPaid} />
}

/** Polling interval while a payment is being recorded, in milliseconds. */
export const lookAgain = 1500

export function PayTheCompany({ companyName, companyPhone, companyEmail, paymentMethods }: Payee) {
  // Cards are accepted online only.
  const methods = paymentMethods.filter((method) => method !== 'credit_card').map((method) => paymentMethodNames[method])
  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Comment payer">
      <Title order={2} mb="xs">
        Le paiement se fait auprès de {companyName}
      </Title>
      <Text>Le paiement en ligne n’est pas offert pour ce contrat. Joignez la compagnie pour payer vos versements.</Text>
      {methods.length > 0 && <Text>{`Modes acceptés\u00a0: ${methods.join(', ')}.`}</Text>}
      <CompanyContact phone={companyPhone} email={companyEmail} />
    </section>
  )
}
