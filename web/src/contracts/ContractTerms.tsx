import { type Contract, movementNames } from '@bordee/core/contracts/contract.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { ceilingFacts } from '@bordee/core/operations/ceiling.ts'
import { requirementFacts } from '@bordee/core/operations/requirement.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import { nsfFacts, paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { MoneyTable, PricesTable, ScheduleTable, ServicesTable, TermTable } from '../templates/TermTables.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Status } from '../ui/Status.tsx'

interface Props {
  contract: Contract
  /** Heading level. */
  level?: 2 | 3
  /** False while nothing is owed yet: shows the due dates only. */
  withPayments?: boolean
}

/** A contract's services, price, instalments, payments, ceiling and requirement, shared by the office and the client portal. */
export function ContractTerms({ contract, level = 3, withPayments = true }: Props) {
  const ceiling = ceilingFacts(contract)
  const requirement = requirementFacts(contract.requirement)
  const fees = nsfFacts(contract)
  const { services, subtotal, taxes, totalPrice, isTaxesCharged, paymentShedules: dues } = contract
  const isPricedBySeason = services.length === 0 || services.some(isSeason)
  return (
    <>
      <Part title="Services" level={level}>
        {isPricedBySeason && (
          <>
            <ServicesTable services={services} />
            <MoneyTable subtotal={subtotal} taxes={taxes} totalPrice={totalPrice} note={isTaxesCharged ? undefined : 'Non facturées'} />
          </>
        )}
        <PricesTable services={services} isTaxesCharged={isTaxesCharged} />
      </Part>
      {(isPricedBySeason || dues.length > 0) && (
        <Part title="Versements" level={level}>
          <ScheduleTable dues={withPayments ? dues : dues.map(({ amountLeft: _, ...due }) => due)} />
        </Part>
      )}
      {Object.keys(fees).length > 0 && (
        <Part title="Frais" level={level}>
          <Facts facts={fees} />
        </Part>
      )}
      {withPayments && (
        <Part title="Paiements" level={level}>
          <PaymentsTable contract={contract} />
        </Part>
      )}
      {Object.keys(ceiling).length > 0 && (
        <Part title="Plafond de la saison" level={level}>
          <Facts facts={ceiling} />
        </Part>
      )}
      {Object.keys(requirement).length > 0 && (
        <Part title="Exigences" level={level}>
          <Facts facts={requirement} />
        </Part>
      )}
    </>
  )
}

/** A section of a contract, with its heading. */
export function Part({ title, level = 3, children }: { title: string; level?: 2 | 3; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={level} size={level === 3 ? 'h5' : undefined}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function PaymentsTable({ contract: { payments, overpaidAmount } }: { contract: Contract }) {
  const known = payments.filter(({ deletedAt }) => deletedAt === null)
  return (
    <>
      <TermTable heads={['Date', 'Mode', 'Montant']} figures={1} empty="Aucun paiement.">
        {known.map(({ id, paidAt, type, wasOnline, movement, amount }) => (
          <tr key={id}>
            <td>{formatDate(paidAt)}</td>
            <td data-label="Mode">
              {paymentMethodNames[type]}
              {wasOnline && <small>{movementNames[movement]}</small>}
            </td>
            <td data-figure data-label="Montant">
              {formatMoney(amount)}
            </td>
          </tr>
        ))}
      </TermTable>
      {overpaidAmount > 0 && <Status tone="attention">{`Payé en trop\u00a0: ${formatMoney(overpaidAmount)}`}</Status>}
    </>
  )
}
