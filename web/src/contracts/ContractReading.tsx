import type { Contract } from '@bordee/core/contracts/contract.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { addressLine } from '@bordee/core/sites/site.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MoneyTable } from '../templates/TermFields.tsx'
import { ScheduleTable, ServicesTable } from '../templates/TermTables.tsx'
import terms from '../templates/terms.module.css'
import { Facts } from '../ui/Facts.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './contracts.module.css'

const billingLine = (contract: Contract) =>
  addressLine({
    civicNumber: contract.clientBillingCivicNumber,
    street: contract.clientBillingStreet ?? '',
    apartment: contract.clientBillingApartment,
    city: contract.clientBillingCity,
  })

function siteLine({ site }: Contract) {
  if (!site) return null
  const { siteCivicNumber, siteStreet, siteApartment, siteCity } = site
  return addressLine({ civicNumber: siteCivicNumber, street: siteStreet, apartment: siteApartment, city: siteCity })
}

/** All that a contract says but its clauses: between whom, where, what for, how much and when. */
export function ContractReading({ contract }: { contract: Contract }) {
  const zone = useZone()
  const { clientId, clientName, clientEmail, clientPhone, startAt, endAt, subtotal, taxes, totalPrice } = contract
  return (
    <div className={classes.reading}>
      <Facts
        facts={{
          Client: clientId ? (
            <Link to="/dashboard/client-folders/edit/$clientId/$tab" params={{ clientId, tab: 'client' }}>
              {clientName}
            </Link>
          ) : (
            clientName
          ),
          Courriel: clientEmail && <a href={`mailto:${clientEmail}`}>{clientEmail}</a>,
          Téléphone: clientPhone && <a href={`tel:${clientPhone}`}>{formatPhone(clientPhone)}</a>,
          Facturation: billingLine(contract),
          Compagnie: contract.companyName,
          'Point de service': siteLine(contract),
          Période: startAt && endAt && `${formatDate(startAt)} – ${formatDate(endAt)}`,
          Modèle: contract.contractTemplateName,
          'Modes de paiement': contract.paymentMethods.map((method) => paymentMethodNames[method]).join(', '),
          'Envoyé le': contract.sentAt && formatInstant(contract.sentAt, zone),
          'Signé le': contract.signedAt && `${formatInstant(contract.signedAt, zone)}${contract.signedOnPaper ? ', sur papier' : ''}`,
          'Raison du refus': contract.declineReason,
        }}
      />
      <Part title="Services">
        <ServicesTable services={contract.services} />
        <MoneyTable
          subtotal={subtotal}
          taxes={taxes}
          totalPrice={totalPrice}
          note={contract.isTaxesCharged ? undefined : 'Non facturées'}
        />
      </Part>
      <Part title="Versements">
        <ScheduleTable dues={contract.paymentShedules} />
      </Part>
      <Part title="Paiements">
        <PaymentsTable contract={contract} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </section>
  )
}

function PaymentsTable({ contract: { payments, overpaidAmount } }: { contract: Contract }) {
  const known = payments.filter(({ deletedAt }) => deletedAt === null)
  if (known.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Aucun paiement.
      </Text>
    )
  return (
    <>
      <table className={`${terms.table} bordee-figures`}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Mode</th>
            <th scope="col" data-figure>
              Montant
            </th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ id, paidAt, type, wasOnline, amount }) => (
            <tr key={id}>
              <td>{formatDate(paidAt)}</td>
              <td>
                {paymentMethodNames[type]}
                {wasOnline && <small>En ligne</small>}
              </td>
              <td data-figure>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {overpaidAmount > 0 && <Status tone="attention">{`Payé en trop\u00a0: ${formatMoney(overpaidAmount)}`}</Status>}
    </>
  )
}
