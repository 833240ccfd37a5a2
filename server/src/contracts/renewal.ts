// Next season's drafts, made from this season's signed contracts.
import { largestTotal, negativeSubtotal, tooExpensive } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractTotal, withAugmentation } from '@bordee/core/contracts/contract-money.ts'
import { yearAfter } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { contentOf, insertContract } from './contract-changes.ts'
import { type Held, lockContracts } from './contracts.queries.ts'

export async function renewContracts(ctx: Ctx, ids: readonly string[]) {
  const contracts = await lockContracts(ctx, ids)
  const skippedContracts: { id: string; contractNumber: string; message: string }[] = []
  const augmentations = await augmentationsOf(ctx)
  const renewals = await renewalsOf(ctx, ids)
  const moved = await movedSites(ctx, ids)
  let createdCount = 0
  for (const held of contracts) {
    const message = whyNot(held, renewals.get(held.id), moved.has(held.id)) ?? (await renew(ctx, held, augmentations))
    if (message) skippedContracts.push({ id: held.id, contractNumber: held.contractNumber, message })
    else createdCount++
  }
  return { createdCount, skippedContracts }
}

function whyNot(held: Held, renewal: string | undefined, isMoved: boolean): string | undefined {
  if (renewal) return `Ce contrat est déjà renouvelé\u00a0: ${renewal}.`
  if (held.status === 'canceled') return 'Ce contrat est annulé.'
  if (!isSigned(held.status)) return 'Ce contrat n’est pas signé.'
  if (!held.clientId) return 'Son client n’existe plus.'
  if (!held.siteId) return 'Son point de service n’existe plus.'
  if (isMoved) return 'Son point de service est passé à un autre client.'
  return undefined
}

/** Returns why it can't be renewed: its withAugmentation prices are out of bounds. */
async function renew(ctx: Ctx, held: Held, augmentations: ReadonlyMap<string, number>): Promise<string | undefined> {
  const { clientId, startAt, endAt, services, paymentShedules, ...same } = contentOf(held)
  if (!clientId) return undefined
  const content = {
    ...same,
    clientId,
    startAt: startAt && yearAfter(startAt),
    endAt: endAt && yearAfter(endAt),
    services: services.map((line) => ({
      ...line,
      id: undefined,
      price: withAugmentation(line.price, augmentations.get(line.serviceId ?? '') ?? 0),
    })),
    paymentShedules: paymentShedules.map((one) => ({ ...one, id: undefined, paymentDate: yearAfter(one.paymentDate) })),
  }
  const { subtotal } = contractTotal(content.services, [])
  if (subtotal < 0) return negativeSubtotal
  if (subtotal * highestTax > largestTotal || content.services.some(({ price }) => Math.abs(price) > largestPrice)) return tooExpensive
  await insertContract(ctx, content, { renewedFrom: held.id })
  return undefined
}
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
