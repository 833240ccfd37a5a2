// Next season's drafts, made from this season's signed contracts.
import { largestTotal, negativeSubtotal, tooExpensive } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractTotal, withAugmentation } from '@bordee/core/contracts/contract-money.ts'
import { withPrices } from '@bordee/core/templates/pricing.ts'
import { yearAfter } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { contentOf, insertContract } from './contract-changes.ts'
import { type Held, lockContracts } from './contracts.queries.ts'

/** `anyway` also renews those whose site has another contract for that season. */
export async function renewContracts(ctx: Ctx, ids: readonly string[], anyway = false) {
  const contracts = await lockContracts(ctx, ids)
  await lockSitesOf(ctx, contracts)
  const skippedContracts: { id: string; contractNumber: string; message: string; mayRenewAnyway: boolean }[] = []
  const createdIds: string[] = []
  const augmentations = await augmentationsOf(ctx)
  const renewals = await renewalsOf(ctx, ids)
  const moved = await movedSites(ctx, ids)
  for (const held of contracts) {
    const { id, contractNumber } = held
    const refusal = whyNot(held, renewals.get(id), moved.has(id))
    const other = refusal || anyway ? undefined : await otherOfThatSeason(ctx, held)
    const renewal = refusal || other ? undefined : await renew(ctx, held, augmentations)
    if (renewal && 'id' in renewal) createdIds.push(renewal.id)
    else {
      const message = refusal ?? renewal?.refusal ?? `Son point de service a déjà un contrat pour cette saison\u00a0: ${other}.`
      skippedContracts.push({ id, contractNumber, message, mayRenewAnyway: other !== undefined })
    }
  }
  return { createdCount: createdIds.length, createdIds, skippedContracts }
}

/**
 * Two renewals at once of two contracts for one site: the second sees what the first made. Locks clients before sites,
 * always: the other order would deadlock.
 */
async function lockSitesOf(ctx: Ctx, contracts: readonly Held[]) {
  const clients = contracts.flatMap(({ clientId }) => clientId ?? [])
  const sites = contracts.flatMap(({ siteId }) => siteId ?? [])
  await ctx.tx.sql`select from clients where company_id = ${companyOf(ctx)} and id = any(${clients}::uuid[]) order by id for key share`
  await ctx.tx.sql`select from sites where company_id = ${companyOf(ctx)} and id = any(${sites}::uuid[]) order by id for no key update`
}

/** The number of another contract for the site and the season that a renewal would be for. */
async function otherOfThatSeason(ctx: Ctx, { id, siteId, startAt, endAt }: Held): Promise<string | undefined> {
  if (!startAt || !endAt) return undefined
  const [other] = await ctx.tx.sql<{ number: string }>`
    select contract_number as number
    from contracts
    where company_id = ${companyOf(ctx)} and site_id = ${siteId} and id <> ${id} and status not in ('canceled', 'declined')
      and start_at <= ${yearAfter(endAt)}::date and end_at >= ${yearAfter(startAt)}::date
    order by created_at desc, id desc
    limit 1`
  return other?.number
}

function whyNot(held: Held, renewal: string | undefined, isMoved: boolean): string | undefined {
  if (renewal) return `Ce contrat est déjà renouvelé\u00a0: ${renewal}.`
  if (held.status === 'canceled') return 'Ce contrat est archivé.'
  if (!isSigned(held.status)) return 'Ce contrat n’est pas signé.'
  if (!held.clientId) return clientGone
  if (!held.siteId) return 'Son point de service n’existe plus.'
  if (isMoved) return 'Son point de service est passé à un autre client.'
  return undefined
}

const clientGone = 'Son client n’existe plus.'

/** Refused if the raised prices are out of bounds. */
async function renew(ctx: Ctx, held: Held, augmentations: ReadonlyMap<string, number>): Promise<{ id: string } | { refusal: string }> {
  const { clientId, startAt, endAt, services, paymentShedules, ...same } = contentOf(held)
  if (!clientId) return { refusal: clientGone }
  const content = {
    ...same,
    clientId,
    startAt: startAt && yearAfter(startAt),
    endAt: endAt && yearAfter(endAt),
    services: services.map((line) => {
      const augmentation = augmentations.get(line.serviceId ?? '') ?? 0
      return { ...withPrices(line, (price) => withAugmentation(price, augmentation)), id: undefined }
    }),
    paymentShedules: paymentShedules.map((one) => ({ ...one, id: undefined, paymentDate: yearAfter(one.paymentDate) })),
  }
  const { subtotal } = contractTotal(content.services, [])
  if (subtotal < 0) return { refusal: negativeSubtotal }
  if (
    subtotal * highestTax > largestTotal ||
    content.services.some(({ price, bands }) => [price, ...pricesOf(bands)].some((one) => Math.abs(one) > largestPrice))
  )
    return { refusal: tooExpensive }
  return { id: await insertContract(ctx, content, { renewedFrom: held.id }) }
}
const pricesOf = (bands: readonly { price: number }[] | null | undefined) => (bands ?? []).map(({ price }) => price)
/** Cents. */
const largestPrice = 100_000_000
const highestTax = 1.15

async function augmentationsOf(ctx: Ctx): Promise<Map<string, number>> {
  const rows = await ctx.tx.sql<{ id: string; n: number }>`
    select id, default_annual_augmentation as n from services where company_id = ${companyOf(ctx)}`
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Renewals' numbers, by the contract each was made from. */
async function renewalsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.tx.sql<{ id: string; number: string }>`
    select renewed_from as id, contract_number as number
    from contracts
    where company_id = ${companyOf(ctx)} and renewed_from = any(${ids}::uuid[]) and status <> 'canceled'`
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Contracts whose site now has another client. */
async function movedSites(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx.sql<{ id: string }>`
    select k.id
    from contracts k
    join sites s on s.company_id = k.company_id and s.id = k.site_id
    where k.company_id = ${companyOf(ctx)} and k.id = any(${ids}::uuid[]) and s.client_id <> k.client_id`
  return new Set(rows.map(({ id }) => id))
}
