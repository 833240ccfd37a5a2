import type { Contract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { Checkout, PayTheCompany } from './Checkout.tsx'
import { DueStatus, NextInstalment } from './NextInstalment.tsx'
import { OpenContract } from './OpenContract.tsx'
import classes from './portal.module.css'

type Instalment = Contract['paymentShedules'][number] // sic

// client/contracts/:contractId/payment/:paymentScheduleId?: what is left to pay, by instalment
// (docs/product/portal.md).
export const PortalPaymentScreen = () => (
  <OpenContract>
    {(contract) => (isSigned(contract.status) ? <Payments contract={contract} /> : <NothingOwed {...contract} />)}
  </OpenContract>
)

function Payments({ contract }: { contract: Contract }) {
  const { id, contractNumber, paymentShedules: dues, isOnlinePaymentPossible } = contract
  const { paymentScheduleId } = useParams({ strict: false })
  const navigate = useNavigate()
  const left = dues.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
  const next = dues.find(({ amountLeft }) => amountLeft > 0)
  const chosen = isOnlinePaymentPossible && next && next.id === paymentScheduleId ? next : undefined
  const [lastChosen, setLastChosen] = useState(chosen)
  if (chosen && chosen !== lastChosen) setLastChosen(chosen)
  const isReceived = !chosen && dues.some(({ id: dueId, amountLeft }) => dueId === lastChosen?.id && amountLeft === 0)
  return (
    <>
      <PageHeader
        title="Versements"
        description={`Contrat ${contractNumber}`}
        onBack={() => void navigate({ to: '/client/contracts/$contractId', params: { contractId: id } })}
      />
      <Stack gap="lg">
        {lastChosen && isReceived && <Received contract={contract} amount={lastChosen.amountLeft} />}
        {next && (
          <NextInstalment due={next}>
            {isOnlinePaymentPossible && next !== chosen && (
              <LinkButton
                to={`/client/contracts/${id}/payment/${next.id}`}
                // Right after a payment, nothing urges to another.
                {...(isReceived ? { variant: 'default' } : { className: classes.pay })}
              >
                {`Payer ${formatMoney(next.amountLeft)}`}
              </LinkButton>
            )}
          </NextInstalment>
        )}
        {chosen && <Checkout key={chosen.id} contractId={id} instalment={chosen} />}
        <Text size="lg" fw={650}>
          {left > 0 ? `Reste à payer\u00a0: ${formatMoney(left)}` : 'Tout est payé. Merci!'}
        </Text>
        <ol className={classes.dues}>
          {dues.map((due) => (
            <Due key={due.id} due={due} />
          ))}
        </ol>
        {left > 0 && !isOnlinePaymentPossible && <PayTheCompany {...contract} />}
      </Stack>
    </>
  )
}

const focusOnce = (shown: HTMLElement | null) => shown?.focus()

/** Focused: the button that was pressed is gone, and the next one to pay must not take its place. */
function Received({ contract: { contractNumber, companyName, clientEmail }, amount }: { contract: Contract; amount: number }) {
  return (
    <Alert color="spruce" icon={<IconCircleCheck />} title="Paiement reçu. Merci!" tabIndex={-1} ref={focusOnce} className={classes.read}>
      {`${companyName} a reçu votre paiement de ${formatMoney(amount)} pour le contrat ${contractNumber}.`}
      {clientEmail && ' Un reçu vous est envoyé par courriel.'}
    </Alert>
  )
}

function Due({ due }: { due: Instalment }) {
  const { dueDate, amount, amountLeft } = due
  return (
    <li className={`${classes.due} bordee-card`}>
      <div>
        <p className="bordee-figures">
          <strong>{formatMoney(amount)}</strong>, le {formatDate(dueDate)}
        </p>
        {amountLeft > 0 && amountLeft < amount && <p className={classes.quiet}>{`Reste ${formatMoney(amountLeft)}`}</p>}
      </div>
      <DueStatus due={due} />
    </li>
  )
}

function NothingOwed({ id }: Contract) {
  return (
    <EmptyState
      page
      title="Rien à payer"
      description="Les versements commencent une fois le contrat signé."
      action={
        <LinkButton to={`/client/contracts/${id}`} variant="default">
          Retour au contrat
        </LinkButton>
      }
    />
  )
}
