// What a client may download, or ask to have erased (docs/product/privacy.md). The office's notes are not part of it.
import * as z from 'zod'
import { receivedAlert } from '../alerts/alert.ts'
import { clientInvoice } from '../client-invoices/client-invoice.ts'
import { client } from '../clients/client.ts'
import { contract } from '../contracts/contract.ts'
import { occupant } from '../occupants/occupant.ts'
import { photo } from '../photos/photo.ts'
import { quoteRequest } from '../quotes/quote-request.ts'
import { reply } from '../replies/reply.ts'
import { site } from '../sites/site.ts'
import { id, instant, lines, named } from '../wire.ts'

const ofCompany = { companyName: z.string() }

const folder = client
  .omit({ notes: true, status: true, sites: true, sectors: true, contactsCount: true })
  .extend({ ...ofCompany, createdAt: instant })

const place = site.pick({ id: true, name: true, customerName: true, type: true, address: true }).extend(ofCompany)

const resident = occupant.omit({ notes: true, site: true }).extend({ ...ofCompany, siteName: z.string() })

/** How a contract was signed, as on its certificate. */
const signature = z.object({
  ...ofCompany,
  contractNumber: z.string(),
  signerName: z.string().nullable(),
  email: z.string(),
  boxes: z.array(z.string()),
  byLink: z.boolean(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  signedAt: instant,
})

/** What they requested a quote for; what an office added to it is the office's own. */
const asked = quoteRequest.omit({ status: true, notes: true, clientId: true }).extend(ofCompany)

/** What was written back or reported from their sites; which phone of an occupant it was is the occupant’s own. */
const written = reply.pick({ at: true, kind: true, source: true, text: true, siteAddress: true }).extend(ofCompany)

/** Their pictures: each is read at `GET /photos/{id}`, whatever the company shows in the portal. */
const pictured = photo
  .pick({ id: true, kind: true, siteId: true, siteAddress: true, takenAt: true, receivedAt: true, lat: true, lng: true, hash: true })
  .extend(ofCompany)

/** A request as its client sees it. */
const erasureRequest = z.object({
  id,
  ...ofCompany,
  email: z.string(),
  createdAt: instant,
  /** What the company did, in its own words. */
  outcome: z.string().nullable(),
  answeredAt: instant.nullable(),
})

export const personalData = named(
  'PersonalData',
  z.object({
    account: z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), createdAt: instant }),
    folders: z.array(folder),
    sites: z.array(place),
    occupants: z.array(resident),
    contracts: z.array(contract.omit({ companyLogo: true })),
    signatures: z.array(signature),
    invoices: z.array(clientInvoice),
    alerts: z.array(receivedAlert),
    replies: z.array(written),
    photos: z.array(pictured),
    quoteRequests: z.array(asked),
    erasureRequests: z.array(erasureRequest),
  }),
)
export type PersonalData = z.infer<typeof personalData>

/** Who received the request, and when; a repeat within a day returns the first time. */
export const erasureAsked = named('ErasureAsked', z.object({ companyNames: z.array(z.string()), requestedAt: instant }))

/** A request as the office sees it. */
export const receivedErasure = named(
  'ReceivedErasure',
  erasureRequest.omit({ companyName: true }).extend({
    /** The folders that carry the e-mail now: none once they are gone. */
    folders: z.array(z.object({ id, name: z.string() })),
    answeredBy: z.string().nullable(),
  }),
)
export type ReceivedErasure = z.infer<typeof receivedErasure>

export const erasureAnswer = z.object({ outcome: lines(1000).meta({ title: 'Ce qui a été fait' }) })
