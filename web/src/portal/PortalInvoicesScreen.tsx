import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { transferHint } from '@bordee/core/clients/transfer-code.ts'
import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Checkbox, Title } from '@mantine/core'
import { IconCreditCard, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { ClientInvoiceStatus } from '../client-invoices/ClientInvoiceStatus.tsx'
import { useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { PayButton } from './PayButton.tsx'
import classes from './portal.module.css'

// client/invoices: what a client owes, on contracts and on invoices, and the invoices of before (docs/product/client-invoices.md).
export function PortalInvoicesScreen() {
  const { role } = useMe()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const invoices = useCall(clientInvoiceCalls.listClientInvoices, role ? {} : 'not yet')
  const contracts = useCall(contractCalls.listContracts, role ? { excludeDrafts: true } : 'not yet')
  if (role && (invoices.isPending || contracts.isPending)) return <LoadingPage />
  if (role && (!invoices.data || !contracts.data)) {
    const again = () => void Promise.all([invoices.refetch(), contracts.refetch()])
    return (
      <>
        <PageHeader title="À payer" />
        <BrokenPart onRetry={again} />
      </>
    )
  }
  const owing = (contracts.data ?? []).filter((contract) => isSigned(contract.status) && leftOf(contract) > 0)
  const { open = [], settled = [] } = Object.groupBy(invoices.data ?? [], ({ amountLeft }) => (amountLeft > 0 ? 'open' : 'settled'))
  const chosen = open.filter(({ id, isOnlinePaymentPossible }) => isOnlinePaymentPossible && ticked.includes(id))
  const tick = (id: string) => setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id])
  const left = [...owing.map(leftOf), ...open.map(({ amountLeft }) => amountLeft)].reduce((sum, amount) => sum + amount, 0)
  return (
    <>
      <PageHeader title="À payer" description={left > 0 ? `Il vous reste ${formatMoney(left)} à payer en tout.` : undefined} />
      {left === 0 && <NothingToPay />}
      <div className={classes.cards}>
        {owing.map((contract) => (
          <ContractCard key={contract.id} contract={contract} />
        ))}
        {open.map((invoice) => (
          <InvoiceCard
            key={invoice.id}
            invoice={invoice}
            {...(invoice.isOnlinePaymentPossible && {
              ticking: { isTicked: ticked.includes(invoice.id), onTick: () => tick(invoice.id) },
            })}
          />
        ))}
      </div>
      {chosen.length > 0 && <PayChosen invoices={chosen} />}
      {settled.length > 0 && (
        <section aria-label="Factures réglées">
          <Title order={2} size="h3" my="md">
            Factures réglées
          </Title>
          <div className={classes.cards}>
            {settled.map((invoice) => (
              <InvoiceCard key={invoice.id} invoice={invoice} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

const NothingToPay = () => (
  <EmptyState
    card
    icon={<IconReceipt />}
    title="Rien à payer"
    description="Vos contrats et vos factures sont payés."
    action={<LinkButton to="/client/contracts">Voir mes contrats</LinkButton>}
  />
)

const leftOf = ({ paymentShedules }: ContractRow) => paymentShedules.reduce((sum, { amountLeft }) => sum + amountLeft, 0) // sic

function ContractCard({ contract }: { contract: ContractRow }) {
  const { id, contractNumber, companyName, transferCode } = contract
  return (
    <article className={`${classes.card} bordee-card`} aria-label={`Contrat ${contractNumber}`}>
      <header>
        <Title order={2} size="h3">{`Contrat ${contractNumber}`}</Title>
      </header>
      <p className={classes.quiet}>{companyName}</p>
      {transferCode && <p className={classes.quiet}>{transferHint(transferCode)}</p>}
      <footer>
        <strong className="bordee-figures">{`Reste ${formatMoney(leftOf(contract))}`}</strong>
        <PayButton contract={contract} />
        <LinkButton to={`/client/contracts/${id}/payment`} variant="default">
          Voir les versements
        </LinkButton>
      </footer>
    </article>
  )
}

/** What is ticked, in one payment for each company. */
function PayChosen({ invoices }: { invoices: readonly ClientInvoiceRow[] }) {
  const byCompany = [...Map.groupBy(invoices, ({ companyId }) => companyId).values()]
  return (
    <section className={`${classes.chosen} bordee-card`} aria-label="Factures choisies">
      {byCompany.map((those) => {
        const amount = formatMoney(those.reduce((sum, { amountLeft }) => sum + amountLeft, 0))
        const [first] = those
        return (
          <LinkButton
            key={first?.companyId}
            to={`/client/invoices/payment/${those.map(({ id }) => id).join(',')}`}
            leftSection={<IconCreditCard size={20} />}
          >
            {those.length > 1 ? `Payer ${those.length} factures, ${amount}` : `Payer ${amount}`}
            {byCompany.length > 1 && ` à ${first?.companyName}`}
          </LinkButton>
        )
      })}
    </section>
  )
}

interface CardProps {
  invoice: ClientInvoiceRow
  /** It can be paid by card, alone or with others. */
  ticking?: { isTicked: boolean; onTick: () => void }
}

function InvoiceCard({ invoice, ticking }: CardProps) {
  const { id, number, companyName, siteAddress, issuedOn, dueDate, totalPrice, amountLeft, transferCode } = invoice
  return (
    <article className={`${classes.card} bordee-card`} aria-label={`Facture ${number}`}>
      <header>
        <Title order={2} size="h3">{`Facture ${number}`}</Title>
        {ticking && (
          <Checkbox checked={ticking.isTicked} onChange={ticking.onTick} label="Payer" aria-label={`Payer la facture ${number}`} />
        )}
        <ClientInvoiceStatus invoice={invoice} />
      </header>
      <p>{[companyName, siteAddress].filter(Boolean).join(' · ')}</p>
      <p className={classes.quiet}>{`Émise le ${formatDate(issuedOn)}, à payer au plus tard le ${formatDate(dueDate)}`}</p>
      {amountLeft > 0 && transferCode && <p className={classes.quiet}>{transferHint(transferCode)}</p>}
      <footer>
        <strong className="bordee-figures">
          {amountLeft > 0 && amountLeft < totalPrice ? `Reste ${formatMoney(amountLeft)}` : formatMoney(totalPrice)}
        </strong>
        <LinkButton to={`/client/invoices/${id}`} variant="default">
          Voir la facture
        </LinkButton>
      </footer>
    </article>
  )
}
