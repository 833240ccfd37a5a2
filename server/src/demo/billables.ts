// What Déneigement Boréal bills after an operation: two car parks by the pass, one by the hour with its salt, and a yard by outing.
import { operationSeason, seasonYear } from '@bordee/core/operations/season.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import type { Pricing } from '@bordee/core/templates/pricing.ts'
import { homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { proposeBillables } from '../billables/proposing.ts'
import { insertContract } from '../contracts/contract-changes.ts'
import { move } from '../contracts/contract-moves.ts'
import { reread } from '../contracts/contract-totals.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { idOf, kinds } from './folders.ts'
import { boreal } from './payments.ts'

interface Price {
  name: string
  description: string
  pricing: Pricing
  /** Cents. */
  price: number
  bands?: { upTo: number | null; price: number }[]
  equipment?: string
  materialKind?: 'salt'
  materialUnit?: 'bag'
}

const contracts: Price[][] = [
  [{ name: 'Stationnement', description: 'À chaque passage complet', pricing: 'pass', price: 18_500 }],
  [{ name: 'Stationnement et quai', description: 'À chaque passage complet', pricing: 'pass', price: 9_500 }],
  [
    { name: 'Chargement de la neige', description: 'Sur demande', pricing: 'hour', price: 14_500, equipment: 'Chargeuse' },
    {
      name: 'Sel',
      description: 'Selon les marques du camion',
      pricing: 'material',
      price: 1_450,
      materialKind: 'salt',
      materialUnit: 'bag',
    },
  ],
  [
    {
      name: 'Cour arrière',
      description: 'Par sortie, selon la neige tombée',
      pricing: 'outing',
      price: 0,
      bands: [
        { upTo: 5, price: 6_500 },
        { upTo: 10, price: 9_000 },
        { upTo: null, price: 12_500 },
      ],
    },
  ],
]

/** The first contract of the demo that is priced by use. */
const firstNumber = 901

/** At sites that the season's operations served and that no contract covers. */
export async function fillBillables(work: Work, ownerId: string) {
  const { tx, now } = work
  const today = todayIn(homeZone, now)
  const { from: startAt, to: endAt } = operationSeason(today)
  const sites = await tx.sql<{ id: string; clientId: string }>`
    select t.id, t.client_id as "clientId"
    from operations o
    join runs r on r.company_id = o.company_id and r.operation_id = o.id and r.kind in ${inStates(completeKinds)}
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id and s.state = 'done'
    join sites t on t.company_id = s.company_id and t.id = s.site_id
    where o.company_id = ${boreal} and o.kind = 'snow' and o.closed_at is not null
      and (o.opened_at at time zone ${homeZone})::date between ${startAt}::date and ${endAt}::date
      and not exists (select from contracts k where k.company_id = t.company_id and k.client_id = t.client_id)
    group by t.id, t.client_id, t.type
    order by t.type = 'commercial' desc, count(*) desc, t.id
    limit ${contracts.length}`
  // As if they had been agreed before the season.
  const agreed = { ...work, now: instantOf(startAt, '12:00', homeZone) }
  const ctx = actingAs(agreed, { accountId: ownerId, email: 'proprio@bordee.demo', role: 'owner', companyId: boreal })
  for (const [i, { id: siteId, clientId }] of sites.entries()) {
    const id = idOf(kinds.contract, firstNumber + i)
    const services = (contracts[i] ?? []).map((line) => ({
      ...line,
      id: undefined,
      serviceId: null,
      quantity: 1,
      color: 'blue' as const,
    }))
    const terms = { startAt, endAt, clientId, siteId, services, paymentShedules: [], isTaxesCharged: true }
    await insertContract(ctx, { ...terms, paymentMethods: ['check', 'interact'] }, { id })
    await move(ctx, await reread(ctx, id), 'signOnPaper')
  }
  await proposeBillables(work, boreal, seasonYear(today))
}
