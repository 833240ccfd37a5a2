// Changes a company: the same way for « Ma compagnie », for platform staff and for a new company.

import type { Admission, Company } from '@bordee/core/companies/company.ts'
import { beyondRights, type CompanyChanges, changedFields, type NewCompany, windowErrors } from '@bordee/core/companies/company-settings.ts'
import { conflict, forbidden, invalid, notFound } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { count } from '@bordee/core/text.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, latLng, newId, prefixed } from '../engine/db/writing.ts'
import { Shares } from '../engine/http/shares.ts'
import { isTrialCompany } from '../identity/trial-companies.ts'
import { companyJson } from './companies.queries.ts'
import { sendProof } from './company-email.ts'
import { acceptedLogo } from './logo.ts'
import { settleRequests, tellDecided } from './module-requests.ts'

/** Restricts the transaction to this company: the caller's own, or any for platform staff but a trial night. 404 for others. */
export async function scopeToCompany({ tx, actor }: Ctx, id: string) {
  const isStaff = isPlatform(actor.role)
  if (id !== actor.companyId && (!isStaff || (await isTrialCompany({ tx }, id)))) throw notFound('Compagnie')
  await tx.scope({ companies: [id], account: actor.accountId, platform: isStaff })
}

export async function requireCompany({ tx }: Ctx, id: string): Promise<void> {
  const [found] = await tx.sql`select from companies where id = ${id}`
  if (!found) throw notFound('Compagnie')
}

/** Locked until the request ends: of two concurrent saves the second sees what the first wrote. */
export async function lockCompany({ tx }: Ctx, id: string): Promise<Company> {
  const found = await tx.row(sql<{ json: Company }>`
    select ${companyJson('super_admin')} as json from companies c where c.id = ${id} for no key update`)
  if (!found) throw notFound('Compagnie')
  return found.json
}

export async function changeCompany(ctx: Ctx, id: string, sent: CompanyChanges) {
  const drawn = await withLogoDrawn(ctx, id, sent)
  await scopeToCompany(ctx, id)
  const stored = await lockCompany(ctx, id)
  const changed = changedFields(drawn, stored)
  const role = ctx.actor.role
  if (!isPlatform(role) && beyondRights(changed).length > 0) throw forbidden('Seule la plateforme peut changer ce paramètre.')
  refuseBadWindow({ ...stored.alertConfig, ...drawn.alertConfig })
  if (changed.length === 0) return
  await refuseToSilence(ctx, stored, drawn)
  await change(ctx.tx, 'companies', { id }, columnsOf(drawn))
  await audit(ctx, 'company-changed', { fields: changed }, id)
  if (changed.includes('company.email') && stored.isProven) await sendProof(ctx, id) // the shell offers it again
  for (const module of await settleRequests(ctx, id)) await tellDecided(ctx, stored, { module, status: 'activated', reason: null })
}

export interface QuoteColumns {
  quoteIsActive?: boolean | undefined
  quotePolygon?: string | null | undefined
  quoteAllowedOrigins?: string | undefined
  quoteAdmission?: Admission | undefined
  quoteAdmissionReason?: string | null | undefined
  quoteIsSectorUnlimited?: boolean | undefined
}

export async function changeQuoteConfig(ctx: Ctx, id: string, columns: QuoteColumns) {
  await change(ctx.tx, 'companies', { id }, columns)
  const fields = Object.entries(columns).flatMap(([key, value]) => (value === undefined ? [] : key))
  await audit(ctx, 'company-changed', { fields }, id)
}

/**
 * Where contracts decide, a site without a signed contract is inactive and nobody there is warned
 * (sites/site-states.sql). Turning that on requires confirming how many sites it concerns, again if there are more by
 * now.
 */
async function refuseToSilence(ctx: Ctx, stored: Company, { contractConfig, confirmedInactiveSites }: CompanyChanges) {
  const decides = (contracts: Company['contractConfig']) => contracts.isActive && contracts.isContractAffectSiteStatus
  if (decides(stored.contractConfig) || !decides({ ...stored.contractConfig, ...contractConfig })) return
  const sites = await sitesWithoutContract(ctx, stored.id)
  if (sites > (confirmedInactiveSites ?? 0)) throw conflict(silencing(sites), { code: 'sites-become-inactive' })
}

/** Sites that are not inactive now, and would be if contracts decided. */
export async function sitesWithoutContract({ tx }: Ctx, companyId: string): Promise<number> {
  const [found] = await tx.sql<{ n: number }>`
    select count(*)::int as n
    from site_states -- sites/site-states.sql
    where company_id = ${companyId} and status <> 'inactive' and not has_contract`
  return found?.n ?? 0
}

const silencing = (sites: number) =>
  `${count(sites, 'point de service', 'points de service')} sans contrat signé ` +
  `${sites > 1 ? 'deviendraient inactifs' : 'deviendrait inactif'}, et plus personne n’y recevrait d’alerte.`

/**
 * Drawing a picture is slow: it happens before the transaction takes a connection, one at a time per company. A logo
 * sent back unchanged is kept: redrawn at each save, it would degrade.
 */
async function withLogoDrawn(ctx: Ctx, id: string, { company, ...rest }: CompanyChanges): Promise<CompanyChanges> {
  if (!company?.logo) return { company, ...rest }
  const stored = await ctx.aside(async (work) => {
    const own = { ...ctx, tx: work.tx }
    await scopeToCompany(own, id)
    return work.tx.row(sql<{ logo: string | null }>`select logo from companies where id = ${id}`)
  })
  const logo = company.logo === stored?.logo ? company.logo : await drawnLogo(id, company.logo)
  return { company: { ...company, logo }, ...rest }
}

const ofOneCompany = new Shares(1, { maxWaiting: 10 })
const ofAll = new Shares(2)
/** Runs `acceptedLogo` in turn. */
export const drawnLogo = (companyId: string, logo: string) =>
  ofOneCompany.run(companyId, () => ofAll.run('all', () => acceptedLogo(logo)), { rest: 3 })

/** Repeating it changes nothing. */
export const dismissFirstSteps = ({ tx, now }: Work, companyId: string) => tx.sql`
  update companies set first_steps_dismissed_at = ${now} where id = ${companyId} and first_steps_dismissed_at is null`

/** Every tracking link that the company's residents have is dead from now on. */
export const raiseCompanyGeneration = ({ tx }: Work, companyId: string) => tx.sql`
  update companies set tracking_generation = tracking_generation + 1 where id = ${companyId}`

/** For platform staff. */
export async function openCompany(ctx: Ctx, sent: NewCompany): Promise<string> {
  refuseBadWindow({ startHourAllowed: null, endHourAllowed: null, ...sent.alertConfig })
  const { company } = sent
  const logo = company.logo && (await drawnLogo(ctx.actor.accountId, company.logo))
  const id = await insertCompany(ctx, { ...sent, ...(logo && { company: { ...company, logo } }) }, { isVouched: true })
  await audit(ctx, 'company-created', {}, id)
  return id
}

/** Creates the id first, because the second wall only lets a transaction write its own company. */
export async function insertCompany({ tx }: Work, sent: NewCompany, { isVouched = false } = {}): Promise<string> {
  const id = await newId(tx)
  await tx.scope({ companies: [id] })
  const { name, QEN, email, phone, street, city, zip } = sent.company
  return insert(tx, 'companies', {
    ...columnsOf(sent),
    id,
    name,
    QEN,
    email,
    phone,
    street,
    city,
    zip,
    isVouched,
    provenEmail: isVouched ? email : null,
  })
}

function refuseBadWindow(window: Parameters<typeof windowErrors>[0]) {
  const errors = windowErrors(window)
  if (Object.keys(errors).length > 0) throw invalid({ alertConfig: errors })
}

/** Expects a logo already drawn by `acceptedLogo`. */
function columnsOf({
  company,
  alertConfig,
  contractConfig,
  geolocationConfig,
  operationConfig,
  photoConfig,
  sectorConfig,
}: CompanyChanges) {
  const { location, ...plain } = company ?? {}
  return {
    ...plain,
    ...latLng(location),
    ...prefixed('alert', alertConfig),
    ...prefixed('contract', contractConfig),
    ...prefixed('geolocation', geolocationConfig),
    ...prefixed('operation', operationConfig),
    ...prefixed('photo', photoConfig),
    ...sectorConfig,
  }
}
