// A contract with a client (docs/product/contracts.md). It keeps its own copy of client, site and company details.
import * as z from 'zod'
import { foundEvidence } from '../evidence/evidence-file.ts'
import { ceilingFields, refuseHalfCeiling } from '../operations/ceiling.ts'
import { requirement, requirementChanges } from '../operations/requirement.ts'
import {
  clausesInput,
  endBeforeStart,
  instalmentList,
  isObject,
  methodList,
  methodOf,
  nsfFee,
  optionalDayOf,
  paymentMethods,
  serviceLine,
  serviceLines,
  spelled,
} from '../templates/terms.ts'
import { id, instant, moment, named, optionalLines, optionalText, text } from '../wire.ts'
import { contractStatuses, historyNames } from './contract-life.ts'
import { taxCodes } from './taxes.ts'

const noPaymentType = 'Veuillez sélectionner un type de paiement pour chaque ligne.'
export const overTotal = 'La somme des paiements ne peut pas dépasser le total du contrat.'
export const negativeSubtotal = 'Les rabais ne peuvent pas dépasser le prix des services.'
export const tooExpensive = 'Le total du contrat ne peut pas dépasser 10 000 000 $.'
const tooMuch = 'Le montant est trop élevé.'
export const notPositive = 'Le montant doit être supérieur à 0.'
/** Cents. */
export const largestTotal = 1_000_000_000

export const movements = ['payment', 'refund', 'dispute'] as const
/** How an online payment, a refund or a dispute is labelled. */
export const movementNames: Record<(typeof movements)[number], string> = {
  payment: 'En ligne',
  refund: 'Remboursement en ligne',
  dispute: 'Contestation de la carte',
}

/**
 * Payments that are not sent stay; only `deletedAt` removes one. A new one may have an id, which makes it safe to send
 * again. A day may come as an instant.
 */
const paymentInput = z
  .object({
    id: id.nullish(),
    fieldId: id.nullish(), // an alias of `id`
    amount: z.int('Veuillez entrer un montant.').min(-largestTotal, tooMuch).max(largestTotal, tooMuch).optional(),
    paidAt: moment.optional(),
    type: methodOf(noPaymentType).nullish(),
    deletedAt: z.string().max(40).nullish(),
    /** Sent back as it was read: the office can't change card payments. */
    wasOnline: z.boolean().nullish(),
    movement: z.enum(movements).nullish(),
  })
  // Only card refunds are rows with a negative amount.
  .refine(({ amount, wasOnline }) => wasOnline || amount === undefined || amount > 0, { path: ['amount'], message: notPositive })
  .refine(({ deletedAt, wasOnline, type }) => deletedAt || wasOnline || type, { path: ['type'], message: noPaymentType })
export type PaymentInput = z.output<typeof paymentInput>

const contractFields = z.object({
  clientId: z.uuid('Le client est requis.').toLowerCase(),
  siteId: z.uuid('Le point de service est requis.').toLowerCase().nullable(),
  contractTemplateId: z.uuid('Le modèle est requis.').toLowerCase().nullable(),
  startAt: optionalDayOf('date de début'),
  endAt: optionalDayOf('date de fin'),
  paymentMethods: methodList,
  services: serviceLines,
  paymentShedules: instalmentList, // sic
  payments: z.array(paymentInput).max(500),
  clauses: clausesInput,
  isTaxesCharged: z.boolean(),
  requirement: requirementChanges,
  ...ceilingFields,
  nsfFee,
  status: z.enum(contractStatuses),
  version: z.int(),
})

/** What the client signs: everything except payments and progress. */
export const contractContent = contractFields.omit({ payments: true, status: true, version: true })
export type ContractContent = z.output<typeof contractContent>

/** A site may be sent as it was read. */
const normalised = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { site } = value
  return { ...(isObject(site) && { siteId: site.siteId }), ...spelled(contractFields.shape, 'paymentShedules', value) }
}

const endsAfterStart = ({ startAt, endAt }: { startAt?: string | null | undefined; endAt?: string | null | undefined }) =>
  !startAt || !endAt || endAt > startAt
const wrongOrder = { path: ['endAt'], message: endBeforeStart }

/** A merge: missing keys stay. Refused when it carries an outdated version. */
export const contractChanges = z.preprocess(
  normalised,
  contractFields.partial().refine(endsAfterStart, wrongOrder).check(refuseHalfCeiling),
)
export type ContractChanges = z.output<typeof contractChanges>
export const newContractFields = z.preprocess(
  normalised,
  contractFields.partial().extend({ clientId: contractFields.shape.clientId }).refine(endsAfterStart, wrongOrder).check(refuseHalfCeiling),
)
export type NewContract = z.output<typeof newContractFields>

const clientPart = z.object({
  clientId: id.nullable(),
  clientName: z.string(),
  clientNumber: z.string().nullable(),
  clientEmail: z.string().nullable(),
  clientPhone: z.string().nullable(),
  clientBillingCivicNumber: z.string().nullable(),
  clientBillingStreet: z.string().nullable(),
  clientBillingApartment: z.string().nullable(),
  clientBillingCity: z.string().nullable(),
  clientBillingState: z.string().nullable(),
  clientBillingCountry: z.string().nullable(),
  clientBillingZip: z.string().nullable(),
})

const companyPart = z.object({
  companyName: z.string(),
  companyLogo: z.string().nullable(),
  companyAddress: z.string().nullable(),
  companyPhone: z.string().nullable(),
  companyEmail: z.string().nullable(),
  companyTps: z.string().nullable(),
  companyTvq: z.string().nullable(),
  companyHst: z.string().nullable(),
  companyQEN: z.string().nullable(),
})

const sitePart = z.object({
  siteId: id.nullable(),
  siteName: z.string(),
  siteCivicNumber: z.string().nullable(),
  siteStreet: z.string(),
  siteApartment: z.string().nullable(),
  siteCity: z.string().nullable(),
  siteState: z.string().nullable(),
  siteZip: z.string().nullable(),
  siteCountry: z.string().nullable(),
})

const cents = z.int()
/** `paymentDate`: as signed. `dueDate`: from the next day on it is late (server/src/contracts/due-date.sql). */
const instalment = z.object({
  id,
  paymentDate: z.iso.date(),
  dueDate: z.iso.date(),
  percent: z.number(),
  amount: cents,
  amountLeft: cents,
})
const payment = z.object({
  id,
  fieldId: id,
  amount: cents,
  paidAt: z.iso.date(),
  type: z.enum(paymentMethods),
  editable: z.boolean(),
  /** Of the cheque in the register that it is a part of: it changes there. */
  chequeId: id.nullable(),
  wasOnline: z.boolean(),
  /** A card payment, or what came back of it: the amount is then negative, unless a dispute was won. */
  movement: z.enum(movements),
  /** How much of an online payment can still be refunded. */
  refundable: cents,
  deletedAt: instant.nullable(),
})

export const contract = named(
  'Contract',
  z.object({
    id,
    companyId: id,
    contractNumber: z.string(),
    status: z.enum(contractStatuses),
    version: z.int(),
    signedOnPaper: z.boolean(),
    declineReason: z.string().nullable(),
    ...clientPart.shape,
    ...companyPart.shape,
    isAlertsActive: z.boolean(),
    contractTemplateId: id.nullable(),
    contractTemplateName: z.string().nullable(),
    siteId: id.nullable(),
    site: sitePart.nullable(),
    startAt: z.iso.date().nullable(),
    endAt: z.iso.date().nullable(),
    paymentMethods: z.array(z.enum(paymentMethods)),
    services: z.array(serviceLine),
    taxes: z.array(z.object({ tax: z.string(), code: z.enum(taxCodes), percent: z.number(), amount: cents })),
    isTaxesCharged: z.boolean(),
    subtotal: cents,
    totalPrice: cents,
    overpaidAmount: cents,
    paymentShedules: z.array(instalment), // sic
    payments: z.array(payment),
    clauses: z.string(),
    requirement,
    ...ceilingFields,
    nsfFee,
    isOnlinePaymentPossible: z.boolean(),
    /** Of the client, where the contract accepts Interac transfers. */
    transferCode: z.string().nullable(),
    printedAt: instant.nullable(),
    sentAt: instant.nullable(),
    signedAt: instant.nullable(),
    createdAt: instant,
  }),
)
export type Contract = z.infer<typeof contract>

/** Progress of one press of « Envoyer »: how many letters, how many have left, and which were refused for good. */
export const sending = named(
  'ContractSending',
  z.object({
    requestKey: z.string(),
    createdAt: instant,
    total: z.int(),
    sent: z.int(),
    refused: z.array(z.object({ id, contractNumber: z.string(), clientName: z.string(), email: z.string(), message: z.string() })),
  }),
)
export type Sending = z.infer<typeof sending>

export const contractRow = named(
  'ContractRow',
  contract.omit({ clauses: true, companyLogo: true, payments: true }).extend({
    siteCivicNumber: z.string().nullable(),
    siteStreet: z.string().nullable(),
    siteZip: z.string().nullable(),
    siteCity: z.string().nullable(),
  }),
)
export type ContractRow = z.infer<typeof contractRow>

/** What a piece of the list holds of each contract: what the grid shows. */
export const contractInGrid = named(
  'ContractInGrid',
  contractRow
    .pick({
      id: true,
      contractNumber: true,
      status: true,
      signedOnPaper: true,
      clientId: true,
      clientName: true,
      clientNumber: true,
      clientEmail: true,
      contractTemplateName: true,
      siteId: true,
      siteCivicNumber: true,
      siteStreet: true,
      siteCity: true,
      siteZip: true,
      startAt: true,
      endAt: true,
      totalPrice: true,
      overpaidAmount: true,
      printedAt: true,
      sentAt: true,
      signedAt: true,
      createdAt: true,
    })
    .extend({
      siteApartment: sitePart.shape.siteApartment,
      siteState: sitePart.shape.siteState,
      amountLeft: cents,
      firstPaymentDate: z.iso.date().nullable(),
      /** Of the first instalment that isn't paid in full. */
      nextDueDate: z.iso.date().nullable(),
      services: z.array(serviceLine.pick({ name: true, color: true })),
    }),
)
export type ContractInGrid = z.infer<typeof contractInGrid>

export const historyItem = named(
  'ContractHistoryItem',
  z.object({
    id,
    contractId: id,
    contractNumber: z.string(),
    status: z.enum(contractStatuses),
    event: z.enum(Object.keys(historyNames) as [keyof typeof historyNames]),
    detail: z.string().nullable(),
    userEmail: z.string().nullable(),
    clientName: z.string(),
    createdAt: instant,
  }),
)
export type HistoryItem = z.infer<typeof historyItem>

export const paymentRow = named(
  'ContractPaymentRow',
  z.object({
    id,
    amount: cents,
    contractId: id,
    contractNumber: z.string(),
    clientId: id.nullable(),
    clientName: z.string(),
    clientNumber: z.string().nullable(),
    paidAt: z.iso.date(),
    type: z.enum(paymentMethods),
    wasOnline: z.boolean(),
    billingStreet: z.string().nullable(),
  }),
)
export type PaymentRow = z.infer<typeof paymentRow>

const sum = z.object({ count: z.int(), amount: cents })
export const contractSummary = named(
  'ContractSummary',
  z.object({
    total: sum,
    draft: sum,
    sent: sum,
    printed: sum,
    consulted: sum,
    accepted: sum,
    paid: sum,
    notPaid: sum,
    remainingAmount: sum,
    declined: sum,
  }),
)
export type ContractSummary = z.infer<typeof contractSummary>

export const bothBoxes = 'Veuillez cocher les deux cases.'
/** What a client may send when they sign or decline; the web always does. `boxes` names both (boxes.ts), or is left out. */
export const signing = {
  version: z.int().nullish(),
  signerName: optionalText(200).optional(),
  boxes: z.array(text(1000), bothBoxes).max(10).optional(),
}
/** `refundId`: made by the sender, so that the same refund sent again is made once. */
export const refunding = { amount: z.int().positive(notPositive).max(largestTotal, tooMuch).nullish(), refundId: id.nullish() }
export const declining = { version: z.int().nullish(), reason: optionalLines(1000).optional() }

/** What anyone who holds the file may learn about it: nothing about the client. */
export const verification = named(
  'Verification',
  z.object({
    known: z.boolean(),
    contractNumber: z.string().nullable(),
    companyName: z.string().nullable(),
    signedAt: instant.nullable(),
    /** It is a dossier, or was one before it was changed. */
    evidence: foundEvidence.nullable(),
  }),
)
