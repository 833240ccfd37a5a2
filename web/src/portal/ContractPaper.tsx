import type { Contract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate } from '@bordee/core/time.ts'
import { billingLine, siteLine } from '../contracts/addresses.ts'
import { ContractTerms, Part } from '../contracts/ContractTerms.tsx'
import { Clauses } from '../templates/TermTables.tsx'
import { Facts } from '../ui/Facts.tsx'
import { CompanyContact } from './CompanyContact.tsx'
import { CompanyMark } from './CompanyMark.tsx'
import classes from './portal.module.css'

/** A contract laid out as on paper: parties, site, services, price and terms. */
export function ContractPaper({ contract }: { contract: Contract }) {
  const { companyName, companyLogo, companyAddress, clientName, clientEmail, clientPhone, startAt, endAt, paymentMethods } = contract
  return (
    <article className={`${classes.paper} bordee-card`} aria-label={`Contrat ${contract.contractNumber}`}>
      <header>
        <CompanyMark name={companyName} logo={companyLogo} />
        <p className={classes.quiet}>{companyAddress}</p>
        <CompanyContact phone={contract.companyPhone} email={contract.companyEmail} />
      </header>
      <Facts
        facts={{
          Client: clientName,
          Courriel: clientEmail,
          Téléphone: clientPhone && formatPhone(clientPhone),
          'Adresse de facturation': billingLine(contract),
          'Point de service': siteLine(contract),
          Période: startAt && endAt && `du ${formatDate(startAt)} au ${formatDate(endAt)}`,
          'Modes de paiement': paymentMethods.map((method) => paymentMethodNames[method]).join(', '),
        }}
      />
      <ContractTerms contract={contract} level={2} withPayments={isSigned(contract.status)} />
      {contract.clauses && (
        <Part title="Clauses" level={2}>
          <Clauses html={contract.clauses} />
        </Part>
      )}
    </article>
  )
}
