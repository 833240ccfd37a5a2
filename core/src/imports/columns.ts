// The columns of a company's spreadsheets: the template lists them, the export fills them, the import reads them back
// (docs/product/imports.md). A sheet is added only here; a new field of an entity appears in its sheet automatically.
import type * as z from 'zod'
import { clientFields } from '../clients/client.ts'
import { contractStatusNames } from '../contracts/contract-life.ts'
import { occupantFields } from '../occupants/occupant.ts'
import { ceilingUnitNames } from '../operations/ceiling.ts'
import { iceNames, requirement } from '../operations/requirement.ts'
import { routeFields } from '../routes/route.ts'
import { materialUnitNames } from '../runs/work.ts'
import { siteFields } from '../sites/site.ts'
import { pricedMaterialNames, pricingNames } from '../templates/pricing.ts'

export interface SheetColumn {
  /** The entity's field; in a table, the column that `columns.ts` derives from it. */
  field: string
  header: string
  required?: boolean
  kind?: 'text' | 'long' | 'number' | 'yesno' | 'date' | 'instant'
  /** How its text is parsed, if not as plain text (values.ts). */
  reads?: 'phone' | 'zip' | 'province' | 'country' | 'amount' | 'list' | 'instalments' | 'bands' | 'polygon' | 'json'
  /** Only imports read it: the export and the template have separate columns for the same data. */
  importOnly?: true
  /** Values, and the words the sheet uses for them. */
  choices?: Readonly<Record<string, string>>
}

export interface SheetShape {
  /** The tab's name: at most 31 characters. */
  name: string
  columns: readonly SheetColumn[]
}

export const address = (prefix: '' | 'billing', required = false): SheetColumn[] => {
  const field = (name: string) => (prefix ? `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name)
  const header = (words: string) => (prefix ? `${words} (facturation)` : words)
  return [
    { field: field('civicNumber'), header: header('Numéro civique'), required },
    { field: field('street'), header: header('Rue'), required },
    { field: field('apartment'), header: header('Appartement') },
    { field: field('city'), header: header('Ville'), required },
    { field: field('state'), header: header('Province'), reads: 'province' },
    { field: field('zip'), header: header('Code postal'), required, reads: 'zip' },
    { field: field('country'), header: header('Pays'), reads: 'country' },
    { field: field('latitude'), header: header('Latitude'), kind: 'number' },
    { field: field('longitude'), header: header('Longitude'), kind: 'number' },
  ]
}

const kinds = { residential: 'Résidentiel', commercial: 'Commercial' }
const clientLink: SheetColumn = { field: 'clientLink', header: 'Client (numéro ou nom)', required: true }
const siteLink: SheetColumn = { field: 'siteLink', header: 'Point de service (nom)', required: true }

/** Several values separated by « ; ». */
export const many = (field: string, header: string): SheetColumn => ({ field, header, kind: 'long', reads: 'list' })

/** The given columns, then every other field of the schema, headed by its `title`. */
export function withOthers({ shape }: z.ZodObject, columns: readonly SheetColumn[], elsewhere: readonly string[] = []): SheetColumn[] {
  const known = [...columns.map(({ field }) => field), ...elsewhere]
  const others = Object.entries(shape).filter(([field]) => !known.includes(field))
  return [...columns, ...others.map(([field, schema]) => ({ field, header: (schema as z.ZodType).meta()?.title ?? field }))]
}

/** A line of a contract or template: a service, or a name of its own. */
const lineColumns: SheetColumn[] = [
  { field: 'serviceLink', header: 'Service' },
  { field: 'lineName', header: 'Libellé' },
  { field: 'lineDescription', header: 'Description du service', kind: 'long' },
  { field: 'servicePrice', header: 'Prix ($)', kind: 'number', reads: 'amount' },
  { field: 'serviceQuantity', header: 'Quantité', kind: 'number' },
  { field: 'servicePricing', header: 'Mode de prix', choices: pricingNames },
  { field: 'serviceBands', header: 'Tranches (cm)', kind: 'long', reads: 'bands' },
  { field: 'serviceEquipment', header: 'Équipement' },
  { field: 'serviceMaterial', header: 'Matériau', choices: pricedMaterialNames },
  { field: 'serviceUnit', header: 'Unité du matériau', choices: materialUnitNames },
]

const requirementColumns = withOthers(requirement, [
  { field: 'triggerDepth', header: 'Seuil (cm)', kind: 'number' },
  { field: 'doneBy', header: 'À faire avant' },
  { field: 'hoursAfter', header: 'Heures après la fin de la neige', kind: 'number' },
  { field: 'maxInterval', header: 'Heures entre deux passages', kind: 'number' },
  { field: 'ice', header: 'Glace', choices: iceNames },
])

const termColumns: SheetColumn[] = [
  { field: 'instalments', header: 'Versements', kind: 'long', reads: 'instalments' },
  { field: 'paymentMethods', header: 'Modes de paiement', reads: 'list' },
  { field: 'isTaxesCharged', header: 'Taxes', kind: 'yesno' },
  { field: 'ceiling', header: 'Plafond de la saison', kind: 'number' },
  { field: 'ceilingUnit', header: 'Plafond en', choices: ceilingUnitNames },
  { field: 'ceilingPrice', header: 'Prix au-delà ($)', kind: 'number', reads: 'amount' },
  { field: 'nsfFee', header: 'Frais de chèque sans provision ($)', kind: 'number', reads: 'amount' },
  ...requirementColumns,
  { field: 'clauses', header: 'Clauses', kind: 'long' },
]

export const importSheets = {
  clients: {
    name: 'Clients',
    columns: withOthers(clientFields, [
      { field: 'number', header: 'Numéro de client' },
      { field: 'name', header: 'Nom', required: true },
      { field: 'type', header: 'Type', choices: kinds },
      { field: 'firstName', header: 'Prénom du contact' },
      { field: 'lastName', header: 'Nom du contact' },
      { field: 'email', header: 'Courriel' },
      { field: 'phone', header: 'Téléphone', reads: 'phone' },
      { field: 'post', header: 'Poste' },
      ...address('billing'),
      { field: 'notes', header: 'Notes', kind: 'long' },
    ]),
  },
  sites: {
    name: 'Points de service',
    columns: withOthers(
      siteFields,
      [
        clientLink,
        { field: 'name', header: 'Nom', required: true },
        { field: 'type', header: 'Type', choices: kinds },
        ...address('', true),
        { field: 'address', header: 'Adresse complète', importOnly: true },
        { field: 'isInactive', header: 'Désactivé', kind: 'yesno' },
        { field: 'notes', header: 'Notes', kind: 'long' },
      ],
      ['customerId', 'address', 'status', 'areas'],
    ),
  },
  occupants: {
    name: 'Occupants',
    columns: withOthers(
      occupantFields,
      [
        clientLink,
        siteLink,
        { field: 'firstName', header: 'Prénom' },
        { field: 'lastName', header: 'Nom' },
        { field: 'name', header: 'Nom complet', importOnly: true },
        { field: 'phone', header: 'Téléphone', required: true, reads: 'phone' },
        { field: 'otherName', header: 'Deuxième occupant (nom complet)', importOnly: true },
        { field: 'otherPhone', header: 'Deuxième téléphone', importOnly: true, reads: 'phone' },
        { field: 'communicationMethod', header: 'Mode d’alerte', required: true, choices: { sms: 'Texto', call: 'Appel' } },
        { field: 'unsubscribed', header: 'Désabonné', kind: 'yesno' },
        { field: 'notes', header: 'Notes', kind: 'long' },
      ],
      ['alertMethod'],
    ),
  },
  services: {
    name: 'Services',
    columns: [
      { field: 'name', header: 'Nom', required: true },
      { field: 'description', header: 'Description', kind: 'long' },
      { field: 'color', header: 'Couleur' },
      { field: 'defaultAnnualAugmentation', header: 'Augmentation annuelle (%)', kind: 'number' },
      { field: 'isDefault', header: 'Par défaut', kind: 'yesno' },
    ],
  },
  /** One line per service. */
  templates: {
    name: 'Modèles de contrats',
    columns: [
      { field: 'name', header: 'Nom', required: true },
      { field: 'description', header: 'Description', kind: 'long' },
      { field: 'startAt', header: 'Date de début', required: true, kind: 'date' },
      { field: 'endAt', header: 'Date de fin', required: true, kind: 'date' },
      ...lineColumns,
      ...termColumns,
      { field: 'deletedAt', header: 'Archivé le', kind: 'instant' },
    ],
  },
  /** One line per service. */
  contracts: {
    name: 'Contrats',
    columns: [
      { field: 'contractNumber', header: 'Numéro de contrat' },
      clientLink,
      siteLink,
      { field: 'contractTemplateLink', header: 'Modèle de contrat', required: true },
      ...lineColumns.map((column) => ({ ...column, required: ['serviceLink', 'servicePrice', 'serviceQuantity'].includes(column.field) })),
      { field: 'startAt', header: 'Date de début', kind: 'date' },
      { field: 'endAt', header: 'Date de fin', kind: 'date' },
      ...termColumns,
      { field: 'status', header: 'Statut', choices: contractStatusNames },
    ],
  },
  routes: {
    name: 'Trajets',
    columns: withOthers(
      routeFields,
      [
        { field: 'name', header: 'Nom du trajet', required: true },
        clientLink,
        siteLink,
        { field: 'hasAlerts', header: 'Alertes', kind: 'yesno' },
        { field: 'siteBefore', header: 'Points avisés d’avance', kind: 'number' },
        { field: 'message', header: 'Message à l’approche' },
        { field: 'initialMessage', header: 'Message au départ' },
        many('services', 'Services'),
      ],
      ['serviceIds', 'sites', 'accountsForAlertsIds', 'userForAlertsIds', 'version'],
    ),
  },
  /** Polygons are « latitude,longitude » per corner, to fit a cell. Indicators are JSON: only a map reads them. */
  areas: {
    name: 'Zones',
    columns: [
      clientLink,
      siteLink,
      { field: 'name', header: 'Nom' },
      many('services', 'Services'),
      { field: 'notes', header: 'Notes', kind: 'long' },
      { field: 'polygon', header: 'Polygone', kind: 'long', reads: 'polygon' },
      { field: 'indicators', header: 'Repères', kind: 'long', reads: 'json' },
    ],
  },
  sectors: {
    name: 'Secteurs',
    columns: [
      { field: 'name', header: 'Nom' },
      { field: 'grouping', header: 'Regroupement' },
      { field: 'polygon', header: 'Polygone', kind: 'long', reads: 'polygon' },
      many('sites', 'Points de service ajoutés'),
      many('users', 'Comptes'),
    ],
  },
  messages: {
    name: 'Messages',
    columns: [
      { field: 'short', header: 'Identifiant interne' },
      { field: 'long', header: 'Message', kind: 'long' },
      { field: 'model', header: 'Modèle' },
      { field: 'isActive', header: 'Visible', kind: 'yesno' },
    ],
  },
  /** Phones that unsubscribed: the company must honour this wherever it moves. */
  unsubscribed: {
    name: 'Désabonnements',
    columns: [
      { field: 'phone', header: 'Téléphone', reads: 'phone' },
      { field: 'since', header: 'Depuis', kind: 'instant' },
    ],
  },
} as const satisfies Record<string, SheetShape>

/** A column's heading, starred if required. */
export const headingOf = ({ header, required }: SheetColumn) => (required ? `${header} *` : header)
