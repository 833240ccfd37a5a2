// When the office asks for it, updates the copies of client, site and company in contracts that their client hasn't opened.
import type { ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { conflict } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import { findTemplate } from '../templates/templates.queries.ts'
import { addHistory, move } from './contract-moves.ts'
import { reread, writeTotals } from './contract-totals.ts'
import { type Held, lockContracts } from './contracts.queries.ts'
import { exceeds } from './payments-by-hand.ts'
import { clientSnapshot, companyAddress, companySnapshot, drawnAreas, siteSnapshot } from './snapshots.ts'

const synced = ['draft', 'sent', 'printed'] as const satisfies ContractStatus[]

/** Syncs the named contracts, or all. Returns how many changed. */
export async function syncContracts(ctx: Ctx, ids: readonly string[] | undefined): Promise<number> {
  const wanted = ids ?? (await allSynced(ctx))
  const contracts = await lockContracts(ctx, wanted)
  let updated = 0
  for (const held of contracts) if (synced.some((status) => status === held.status) && (await syncContract(ctx, held))) updated++
  return updated
}

/** Of ten thousand contracts only a few differ from their folders: lock only those. */
async function allSynced(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.tx.sql<{ id: string }>`
    with brands as materialized (
      select t.id, coalesce(t.company_name, o.name) as name, coalesce(t.company_email, o.email) as email,
             encode(sha256(convert_to(coalesce(t.company_logo, o.logo), 'UTF8')), 'hex') as logo_digest
      from companies o
      left join lateral (
        select b.id, b.company_name, b.company_email, b.company_logo from contract_templates b where b.company_id = o.id
        union all
        select null, null, null, null) t on true
      where o.id = ${companyOf(ctx)})
    select k.id
    from contracts k
    join companies o on o.id = k.company_id
    join brands b on b.id is not distinct from k.contract_template_id
    left join clients c on c.company_id = k.company_id and c.id = k.client_id
    left join sites s on s.company_id = k.company_id and s.id = k.site_id
    left join contract_logos l on l.company_id = k.company_id and l.id = k.company_logo_id
    where k.company_id = ${companyOf(ctx)} and k.status in ${inStates(synced)} and (
      (k.company_name, k.company_email, l.digest, k.company_phone,
       k.company_tps, k.company_tvq, k.company_hst, k.company_qen, k.company_address)
        is distinct from (b.name, b.email, b.logo_digest, o.phone, o.tps, o.tvq, o.hst, o.qen, ${companyAddress('o')})
      or c.id is not null and
        (k.client_type, k.client_name, k.client_number, k.client_email, k.client_phone,
         k.client_billing_civic_number, k.client_billing_street, k.client_billing_apartment,
         k.client_billing_city, k.client_billing_state, k.client_billing_country, k.client_billing_zip)
        is distinct from (c.type, c.name, c.number, c.email, c.phone, c.billing_civic_number, c.billing_street,
                          c.billing_apartment, c.billing_city, c.billing_state, c.billing_country, c.billing_zip)
      or s.id is not null and
        (k.site_name, k.site_civic_number, k.site_street, k.site_apartment, k.site_city, k.site_state, k.site_zip, k.site_country)
        is distinct from (s.name, s.civic_number, s.street, s.apartment, s.city, s.state, s.zip, s.country)
      or s.id is not null and k.site_areas <> ${drawnAreas('s')}::jsonb)
    order by k.id`
  return rows.map(({ id }) => id)
}

/** A deleted folder's copy stays. A new price or e-mail makes the contract a draft: the client must get it again. */
async function syncContract(ctx: Ctx, held: Held): Promise<boolean> {
  const { id, companyId, clientId, siteId, contractTemplateId } = held
  const template = contractTemplateId ? await findTemplate(ctx, contractTemplateId) : null
  await change(
    ctx.tx,
    'contracts',
    { id, companyId },
    {
      ...(clientId && (await clientSnapshot(ctx, companyId, clientId))),
      ...(siteId && (await siteSnapshot(ctx, companyId, undefined, siteId))),
      ...(await companySnapshot(ctx, companyId, template)),
    },
  )
  const synced = await reread(ctx, id)
  if (held.status === 'draft' || hasNewPlace(held, synced)) await writeTotals(ctx, [synced])
  const after = await reread(ctx, id)
  if (textOf(held) === textOf(after)) return false
  if (exceeds(held, after)) throw conflict(tooMuchPaid(held), { conflicts: [{ id, message: tooMuchPaid(held) }] })
  await change(ctx.tx, 'contracts', { id, companyId }, { version: held.version + 1 })
  const mustReturn = held.status !== 'draft' && (held.totalPrice !== after.totalPrice || held.clientEmail !== after.clientEmail)
  if (mustReturn) await move(ctx, after, 'edit', { detail: () => 'renseignements mis à jour' })
  else await addHistory(ctx, 'sync', [held])
  return true
}

const tooMuchPaid = ({ contractNumber }: Held) =>
  `Le nouveau total du contrat ${contractNumber} serait inférieur à ses paiements\u00a0: corrigez-les d’abord.`

/** Rates are frozen once it has left draft, unless its place changed. */
const hasNewPlace = (before: Held, after: Held) => placeOf(before) !== placeOf(after)
const placeOf = ({ site, clientBillingState, clientBillingCountry, companyState, companyCountry }: Held) =>
  JSON.stringify([site?.siteState, site?.siteCountry, clientBillingState, clientBillingCountry, companyState, companyCountry])

/** The copied parts as text, to compare. */
const textOf = (held: Held) =>
  JSON.stringify(Object.entries(held).filter(([key]) => /^(client|company|site|totalPrice)/.test(key) && key !== 'companyId'))
