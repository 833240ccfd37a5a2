import type { Contract } from '@bordee/core/contracts/contract.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Link } from '@tanstack/react-router'
import { Facts } from '../ui/Facts.tsx'
import { useZone } from '../ui/zone.ts'
import { billingLine, siteLine } from './addresses.ts'
import { ContractTerms } from './ContractTerms.tsx'
import classes from './contracts.module.css'

/** Everything in a contract except its clauses: parties, site, services, amounts and dates. */
export function ContractReading({ contract }: { contract: Contract }) {
  const zone = useZone()
  const { clientId, clientName, clientEmail, clientPhone, startAt, endAt } = contract
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
          'Imprimé le': contract.printedAt && formatInstant(contract.printedAt, zone),
          'Envoyé le': contract.sentAt && formatInstant(contract.sentAt, zone),
          'Signé le': contract.signedAt && `${formatInstant(contract.signedAt, zone)}${contract.signedOnPaper ? ', sur papier' : ''}`,
          'Raison du refus': contract.declineReason,
        }}
      />
      <ContractTerms contract={contract} />
    </div>
  )
}
