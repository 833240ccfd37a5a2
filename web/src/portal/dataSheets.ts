// The data held about a client, as a workbook with one sheet per list.
import { clientInvoiceStatusNames } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'
import { alertMethodNames } from '@bordee/core/occupants/occupant.ts'
import { photoKindNames } from '@bordee/core/photos/photo.ts'
import type { PersonalData } from '@bordee/core/privacy/privacy.ts'
import { coatingNames, sizeNames, slopeNames } from '@bordee/core/quotes/quote-request.ts'
import { replyKindNames, replySourceNames } from '@bordee/core/replies/reply.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { siteLine } from '../contracts/addresses.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { sheetOf, toWorkbook } from '../ui/grid/exportRows.ts'

type Row<K extends keyof PersonalData> = PersonalData[K] extends (infer One)[] ? One : PersonalData[K]
type Contract = Row<'contracts'>
type Invoice = Row<'invoices'>
type Payment = Pick<Contract['payments'][number], 'paidAt' | 'amount' | 'type'> & {
  companyName: string
  contractNumber: string | null
  invoiceNumber: string | null
}

/** A column that shows the field of the same name. */
const of = <T>(id: keyof T & string, label: string, more: Partial<GridColumn<T>> = {}): GridColumn<T> => ({
  id,
  label,
  value: (row) => row[id] as string | number | boolean | null,
  ...more,
})
const at = <T>(id: keyof T & string, label: string) => of<T>(id, label, { kind: 'instant' })

const account: GridColumn<Row<'account'>>[] = [
  of('email', 'Courriel'),
  of('firstName', 'Prénom'),
  of('lastName', 'Nom'),
  at('createdAt', 'Compte créé le'),
]
const folders: GridColumn<Row<'folders'>>[] = [
  of('companyName', 'Compagnie'),
  of('name', 'Client'),
  of('number', 'Numéro'),
  of('email', 'Courriel'),
  of('phone', 'Téléphone', { kind: 'phone' }),
  of('firstName', 'Prénom'),
  of('lastName', 'Nom'),
  {
    id: 'billing',
    label: 'Adresse de facturation',
    value: (row) =>
      addressLine({
        civicNumber: row.billingCivicNumber,
        street: row.billingStreet ?? '',
        apartment: row.billingApartment,
        city: row.billingCity,
      }),
  },
  of('billingZip', 'Code postal'),
  at('createdAt', 'Dossier créé le'),
]
const sites: GridColumn<Row<'sites'>>[] = [
  of('companyName', 'Compagnie'),
  of('name', 'Point de service'),
  { id: 'address', label: 'Adresse', value: ({ address }) => addressLine(address) },
]
const occupants: GridColumn<Row<'occupants'>>[] = [
  of('companyName', 'Compagnie'),
  of('address', 'Adresse'),
  of('firstName', 'Prénom'),
  of('lastName', 'Nom'),
  of('phone', 'Téléphone', { kind: 'phone' }),
  of('alertMethod', 'Avisé par', { kind: 'choice', choices: alertMethodNames }),
  of('unsubscribed', 'Désabonné', { kind: 'yesno' }),
]
const contracts: GridColumn<Contract>[] = [
  of('companyName', 'Compagnie'),
  of('contractNumber', 'Contrat'),
  of('status', 'Statut', { kind: 'choice', choices: contractStatusNames }),
  of('clientName', 'Client'),
  { id: 'site', label: 'Point de service', value: siteLine },
  of('startAt', 'Début', { kind: 'date' }),
  of('endAt', 'Fin', { kind: 'date' }),
  of('totalPrice', 'Total', { kind: 'money' }),
  at('sentAt', 'Envoyé le'),
  at('signedAt', 'Signé le'),
  of('declineReason', 'Raison du refus'),
]
const payments: GridColumn<Payment>[] = [
  of('companyName', 'Compagnie'),
  of('contractNumber', 'Contrat'),
  of('invoiceNumber', 'Facture'),
  of('paidAt', 'Payé le', { kind: 'date' }),
  of('amount', 'Montant', { kind: 'money' }),
  of('type', 'Mode', { kind: 'choice', choices: paymentMethodNames }),
]
const invoices: GridColumn<Invoice>[] = [
  of('companyName', 'Compagnie'),
  of('number', 'Facture'),
  of('status', 'Statut', { kind: 'choice', choices: clientInvoiceStatusNames }),
  of('clientName', 'Client'),
  of('siteAddress', 'Point de service'),
  of('issuedOn', 'Émise le', { kind: 'date' }),
  of('dueDate', 'Échéance', { kind: 'date' }),
  of('totalPrice', 'Total', { kind: 'money' }),
  of('creditedAmount', 'Crédité', { kind: 'money' }),
  of('amountLeft', 'Solde', { kind: 'money' }),
]
const signatures: GridColumn<Row<'signatures'>>[] = [
  of('companyName', 'Compagnie'),
  of('contractNumber', 'Contrat'),
  of('signerName', 'Nom du signataire'),
  of('email', 'Courriel'),
  at('signedAt', 'Signé le'),
  of('address', 'Adresse réseau'),
  of('agent', 'Navigateur, selon l’appareil'),
]
const alerts: GridColumn<Row<'alerts'>>[] = [
  of('companyName', 'Compagnie'),
  at('sentAt', 'Reçu le'),
  of('siteAddress', 'Adresse'),
  of('text', 'Message', { size: 500 }),
]
const replies: GridColumn<Row<'replies'>>[] = [
  of('companyName', 'Compagnie'),
  at('at', 'Envoyée le'),
  of('siteAddress', 'Adresse'),
  of('kind', 'Genre', { kind: 'choice', choices: replyKindNames }),
  of('source', 'Par', { kind: 'choice', choices: replySourceNames }),
  of('text', 'Texte', { size: 500 }),
]
const quotes: GridColumn<Row<'quoteRequests'>>[] = [
  of('companyName', 'Compagnie'),
  at('submittedAt', 'Envoyée le'),
  of('firstname', 'Prénom'),
  of('lastname', 'Nom'),
  of('email', 'Courriel'),
  of('phone', 'Téléphone', { kind: 'phone' }),
  of('address', 'Adresse'),
  of('size', 'Entrée', { kind: 'choice', choices: sizeNames }),
  of('slope', 'Pente', { kind: 'choice', choices: slopeNames }),
  of('coating', 'Revêtement', { kind: 'choice', choices: coatingNames }),
  of('hasTempo', 'Abri d’auto temporaire', { kind: 'yesno' }),
  of('wantAlerts', 'Veut des alertes', { kind: 'yesno' }),
  of('squareFeet', 'Superficie (pi²)', { kind: 'number' }),
  of('additionalInformation', 'Précisions', { size: 400 }),
  at('withdrawnAt', 'Retirée le'),
]
const photos: GridColumn<Row<'photos'>>[] = [
  of('companyName', 'Compagnie'),
  of('siteAddress', 'Adresse'),
  of('kind', 'Photo', { kind: 'choice', choices: photoKindNames }),
  at('takenAt', 'Prise le'),
  of('lat', 'Latitude', { kind: 'number' }),
  of('lng', 'Longitude', { kind: 'number' }),
  of('id', 'Fichier'),
  of('hash', 'Empreinte'),
]
const requests: GridColumn<Row<'erasureRequests'>>[] = [
  of('companyName', 'Compagnie'),
  of('email', 'Courriel'),
  at('createdAt', 'Demandé le'),
]

export function workbookOf(data: PersonalData, zone: string): Promise<Blob> {
  const paid: Payment[] = [
    ...data.contracts.flatMap(({ payments: made, companyName, contractNumber }) =>
      made.filter(({ deletedAt }) => deletedAt === null).map((one) => ({ ...one, companyName, contractNumber, invoiceNumber: null })),
    ),
    ...data.invoices.flatMap(({ payments: made, companyName, number }) =>
      made.map((one) => ({ ...one, companyName, contractNumber: null, invoiceNumber: number })),
    ),
  ]
  return toWorkbook([
    sheetOf('Compte', account, [data.account], zone),
    sheetOf('Dossiers', folders, data.folders, zone),
    sheetOf('Points de service', sites, data.sites, zone),
    sheetOf('Occupants', occupants, data.occupants, zone),
    sheetOf('Contrats', contracts, data.contracts, zone),
    sheetOf('Factures', invoices, data.invoices, zone),
    sheetOf('Paiements', payments, paid, zone),
    sheetOf('Signatures', signatures, data.signatures, zone),
    sheetOf('Alertes reçues', alerts, data.alerts, zone),
    sheetOf('Réponses aux alertes', replies, data.replies, zone),
    sheetOf('Photos', photos, data.photos, zone),
    sheetOf('Demandes de soumission', quotes, data.quoteRequests, zone),
    sheetOf('Demandes de suppression', requests, data.erasureRequests, zone),
  ])
}
