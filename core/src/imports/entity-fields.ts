// What a row may contain once its cells are read: the entity's own schema, so that limits are defined once, and links
// as written in the sheet.
import * as z from 'zod'
import { clientChanges } from '../clients/client.ts'
import { contractStatuses } from '../contracts/contract-life.ts'
import { messageChanges } from '../messages/message.ts'
import { toCents } from '../money.ts'
import { occupantFields } from '../occupants/occupant.ts'
import { ceilingFields } from '../operations/ceiling.ts'
import { requirement } from '../operations/requirement.ts'
import { routeFields } from '../routes/route.ts'
import { materialUnits } from '../runs/work.ts'
import { sectorChanges } from '../sectors/sector.ts'
import { serviceFields } from '../services/service.ts'
import { addressFields, areaFields, siteFields } from '../sites/site.ts'
import { bandList, pricedMaterials, pricings } from '../templates/pricing.ts'
import { instalmentList, methodList, nsfFee } from '../templates/terms.ts'
import { optionalLines, optionalText, phone, point, text } from '../wire.ts'

const link = z.string().max(500, 'Ce texte est trop long.')
const links = z.array(link).max(20_000)
const percent = z.number()

const halfAPoint = { path: ['latitude'], message: 'La latitude et la longitude vont ensemble.' }

const days = { startAt: z.string(), endAt: z.string() }

/** What a row of a template or contract says: a line, and the terms. */
const terms = {
  serviceLink: link,
  lineName: optionalText(100),
  lineDescription: optionalLines(255),
  servicePrice: z.number(),
  serviceQuantity: z.number(),
  servicePricing: z.enum(pricings),
  serviceBands: bandList,
  serviceEquipment: optionalText(60),
  serviceMaterial: z.enum(pricedMaterials),
  serviceUnit: z.enum(materialUnits),
  instalments: instalmentList,
  paymentMethods: methodList,
  isTaxesCharged: z.boolean(),
  ...ceilingFields,
  ceilingPrice: z.number().transform(toCents).pipe(ceilingFields.ceilingPrice.unwrap()),
  nsfFee: z.number().transform(toCents).pipe(nsfFee.unwrap()),
  ...requirement.shape,
  clauses: z.string(),
}

export const entityFields = {
  clients: clientChanges,
  sites: siteFields
    .omit({ customerId: true, address: true, status: true, areas: true })
    .extend(addressFields.omit({ location: true }).shape)
    .extend({ latitude: point.shape.lat, longitude: point.shape.lng, isInactive: z.boolean(), clientLink: link })
    .partial()
    .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), halfAPoint),
  occupants: occupantFields
    .omit({ alertMethod: true })
    .extend({ communicationMethod: occupantFields.shape.alertMethod, unsubscribed: z.boolean(), clientLink: link, siteLink: link })
    .partial(),
  services: serviceFields
    .extend({ defaultAnnualAugmentation: percent.transform((value) => value * 100).pipe(serviceFields.shape.defaultAnnualAugmentation) })
    .partial(),
  templates: z.object({ name: text(100), description: optionalLines(1000), ...days, ...terms, deletedAt: z.string() }).partial(),
  contracts: z
    .object({
      contractNumber: link,
      clientLink: link,
      siteLink: link,
      contractTemplateLink: link,
      ...days,
      ...terms,
      status: z.enum(contractStatuses),
    })
    .partial(),
  routes: routeFields
    .pick({ name: true, hasAlerts: true, siteBefore: true })
    .extend({ clientLink: link, siteLink: link, message: link, initialMessage: link, services: links })
    .partial(),
  areas: areaFields
    .pick({ name: true, polygon: true })
    // Without the defaults of a new area: an empty cell changes nothing.
    .extend({ notes: areaFields.shape.notes.unwrap(), indicators: areaFields.shape.indicators.unwrap() })
    .extend({ clientLink: link, siteLink: link, services: links })
    .partial(),
  sectors: sectorChanges.pick({ name: true, polygon: true }).extend({ grouping: link, sites: links, users: links }).partial(),
  messages: messageChanges.extend({ model: link }).partial(),
  unsubscribed: z.object({ phone, since: z.string() }).partial(),
} as const

export type EntityFields = { [E in keyof typeof entityFields]: z.output<(typeof entityFields)[E]> }
