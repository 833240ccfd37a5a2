import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { isPaidAlready, lookAgain, OpenCheckout } from './Checkout.tsx'
import classes from './portal.module.css'

// client/invoices/payment/:invoiceIds: pays one invoice or several of a company by card (docs/product/client-invoices.md).
export function PortalInvoicePaymentScreen() {
  const { role } = useMe()
  const navigate = useNavigate()
  const ids = useParams({ from: '/client/invoices/payment/$invoiceIds' }).invoiceIds.split(',')
  const [isPaid, setIsPaid] = useState(false)
  const invoices = useCall(clientInvoiceCalls.listClientInvoices, role ? {} : 'not yet', {
    refetchInterval: () => (isPaid ? lookAgain : false),
  })
  if (role && invoices.isPending) return <LoadingPage />
  const chosen = (invoices.data ?? []).filter(({ id }) => ids.includes(id))
  const open = chosen.filter(({ amountLeft }) => amountLeft > 0)
  return (
    <>
      <PageHeader title="Paiement par carte" onBack={() => void navigate({ to: '/client/invoices' })} />
      {invoices.isLoadingError ? (
        <BrokenPart onRetry={() => void invoices.refetch()} />
      ) : (
        <Stack gap="lg">
          {open.length === 0 ? (
            <NothingLeft isPaid={isPaid} invoices={chosen} />
          ) : (
            <Payment invoices={open} isPaid={isPaid} onPaid={() => setIsPaid(true)} />
          )}
        </Stack>
      )}
    </>
  )
}

const toPay = (
  <LinkButton to="/client/invoices" variant="default">
    Retour à «&nbsp;À payer&nbsp;»
  </LinkButton>
)

const focusOnce = (shown: HTMLElement | null) => shown?.focus()

/** Focused: the form that had the focus is gone. */
function NothingLeft({ isPaid, invoices }: { isPaid: boolean; invoices: readonly ClientInvoiceRow[] }) {
  const [first] = invoices
  if (!isPaid || !first)
    return <EmptyState page title="Rien à payer" description="Il ne reste rien à payer sur ces factures." action={toPay} />
  return (
    <>
      <Alert color="spruce" icon={<IconCircleCheck />} title="Paiement reçu. Merci!" tabIndex={-1} ref={focusOnce} className={classes.read}>
        {`${first.companyName} a reçu votre paiement pour ${namesOf(invoices)}.`}
        {first.clientEmail && ' Un reçu vous est envoyé par courriel.'}
      </Alert>
      {toPay}
    </>
  )
}

const namesOf = (invoices: readonly ClientInvoiceRow[]) =>
  `${invoices.length === 1 ? 'la facture' : 'les factures'} ${invoices.map(({ number }) => number).join(', ')}`

interface Props {
  invoices: readonly ClientInvoiceRow[]
  isPaid: boolean
  onPaid: () => void
}

/** If they were paid before, in another tab or without an answer, only waiting for the record is left to do. */
function Payment({ invoices, isPaid, onPaid }: Props) {
  const amount = invoices.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
  const open = useAction(clientInvoiceCalls.payClientInvoices, { failed: 'Une erreur est survenue.' })
  const begun = useRef('')
  const ids = invoices.map(({ id }) => id).join(',')
  const wanted = `${ids} ${amount}`
  const { mutate } = open
  const begin = useCallback(() => {
    const [id = '', ...invoiceIds] = ids.split(',')
    mutate({ id, invoiceIds }, { onError: (problem) => isPaidAlready(problem) && onPaid() })
  }, [mutate, ids, onPaid])
  useEffect(() => {
    if (begun.current === wanted || isPaid) return
    begun.current = wanted
    begin()
  }, [wanted, begin, isPaid])
  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Paiement par carte">
      <Title order={2} mb="xs">{`À payer\u00a0: ${formatMoney(amount)}`}</Title>
      <ul className={classes.parts}>
        {invoices.map(({ id, number, companyName, amountLeft }) => (
          <li key={id} className="bordee-figures">
            <span>{`Facture ${number} · ${companyName}`}</span>
            <strong>{formatMoney(amountLeft)}</strong>
          </li>
        ))}
      </ul>
      <Stack>
        {isPaid ? (
          <Text role="status">Paiement reçu. Merci! Il s’inscrit à vos factures…</Text>
        ) : (
          <>
            {open.isPending && <Skeleton height={240} radius={10} />}
            {open.isError && (
              <Button variant="default" onClick={begin}>
                Réessayer
              </Button>
            )}
            {open.data && <OpenCheckout {...open.data} onPaid={onPaid} />}
          </>
        )}
      </Stack>
    </section>
  )
}
