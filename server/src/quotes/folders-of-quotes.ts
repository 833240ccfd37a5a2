// A request becomes a folder: client, site, the driveway as an area, and an occupant if they want alerts.
import { conflict, notFound } from '@bordee/core/problem.ts'
import {
  coatingNames,
  type QuoteFields,
  type QuoteRequest,
  sizeNames,
  slopeNames,
  statusWithFolder,
} from '@bordee/core/quotes/quote-request.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
import { insertClient } from '../clients/client-changes.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { insertOccupants } from '../occupants/occupants.queries.ts'
import { insertSite } from '../sites/site-changes.ts'
import { quoteRows } from './quotes.queries.ts'

const longestSiteName = 50

/** Returns the client's id. */
export async function makeFolder(ctx: Ctx, id: string): Promise<string> {
  const companyId = companyOf(ctx)
  const [held] = await ctx.tx.sql<{ parts: QuoteFields['addressParts']; zone: string }>`
    select r.address_parts as parts, c.time_zone as zone
    from quote_requests r
    join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${id}
    for update of r`
  const quote = (await ctx.tx.row(quoteRows(ctx, sql`r.id = ${id}`)))?.json
  if (!held || !quote) throw notFound('Demande')
  if (quote.clientId) throw conflict('Cette demande a déjà un dossier.', { code: 'has-client' })
  if (quote.withdrawnAt) throw conflict('Cette demande a été retirée.', { code: 'withdrawn' })
  const { firstname, lastname, email, phone, address, location, polygon } = quote
  const clientId = await insertClient(ctx, {
    type: 'residential' as const,
    name: `${firstname} ${lastname}`,
    email,
    phone,
    notes: quote.notes,
  })
  const siteId = await insertSite(ctx, {
    customerId: clientId,
    name: streetLine(held.parts, address).slice(0, longestSiteName),
    address: { ...(held.parts ?? { street: address }), location },
    notes: told(quote, held.zone),
    ...(polygon && { areas: [{ name: 'Entrée', polygon, notes: null, indicators: [], services: [] }] }),
  })
  if (quote.wantAlerts)
    await insertOccupants(ctx, siteId, [{ firstName: firstname, lastName: lastname, phone, alertMethod: 'sms' as const }])
  await change(ctx.tx, 'quote_requests', { id }, { clientId, status: statusWithFolder(quote.status) })
  ctx.publish(companyId, { topic: 'quotes' })
  return clientId
}

/** « 1050, rue Louis-Jolliet », as other sites are named. */
const streetLine = (parts: QuoteFields['addressParts'], address: string): string =>
  parts?.street ? addressLine({ civicNumber: parts.civicNumber, street: parts.street, apartment: parts.apartment }) : address

/** What they said about their driveway, for the people who clear it. */
const told = ({ submittedAt, size, slope, coating, hasTempo, squareFeet, additionalInformation }: QuoteRequest, zone: string): string =>
  [
    `Demande de soumission du ${formatDate(todayIn(zone, new Date(submittedAt)))}`,
    `Entrée\u00a0: ${sizeNames[size]}`,
    `Pente\u00a0: ${slopeNames[slope]}`,
    `Revêtement\u00a0: ${coatingNames[coating]}`,
    ...(squareFeet ? [`Superficie\u00a0: ${squareFeet}\u00a0pi²`] : []),
    ...(hasTempo ? ['Abri d’auto'] : []),
    ...(additionalInformation ? [additionalInformation] : []),
  ].join('\n')
