// Déneigement Boréal's contracts: three templates, and sixty contracts of last and this season, in every state any day.
import type { ContractEvent, ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { noRequirement, type Requirement } from '@bordee/core/operations/requirement.ts'
import type { PaymentMethod } from '@bordee/core/templates/terms.ts'
import { addDays, homeZone, type IsoDate, instantOf, todayIn } from '@bordee/core/time.ts'
import { insertContract } from '../contracts/contract-changes.ts'
import { followMoney, move } from '../contracts/contract-moves.ts'
import { reread } from '../contracts/contract-totals.ts'
import { writePayments } from '../contracts/payments-by-hand.ts'
import { actingAs, type Ctx, type Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { demoClientId, idOf, kinds } from './folders.ts'
import { keepSignedLater } from './signatures.ts'

const clauses =
  '<h2>Services</h2><p>L’entrepreneur déneige l’entrée et le stationnement du client dès une accumulation de ' +
  '<strong>5&nbsp;cm</strong>, selon les exigences de ce contrat.</p><h2>Obligations du client</h2>' +
  '<ul><li><p>Laisser l’accès libre pendant le passage de la machinerie.</p></li><li>' +
  '<p>Signaler par des balises les aménagements que la neige pourrait cacher.</p></li></ul><h2>Résiliation</h2>' +
  '<p>Le client peut résilier ce contrat à tout moment par un avis écrit; ' +
  'les services rendus restent dus au prorata de la saison.</p>'

const lawnClauses =
  '<h2>Services</h2><p>L’entrepreneur tond le gazon une fois la semaine, de mai à septembre, quand il ne pleut pas.</p>' +
  '<h2>Obligations du client</h2><ul><li><p>Dégager le terrain des jouets et des branches la veille du passage.</p></li></ul>' +
  '<h2>Résiliation</h2><p>Le client peut résilier ce contrat à tout moment par un avis écrit; ' +
  'les services rendus restent dus au prorata de la saison.</p>'

const season = (year: number) => ({ startAt: `${year}-11-01`, endAt: `${year + 1}-04-30` })
const declutter = idOf(kinds.service, 1)
const salt = idOf(kinds.service, 2)
const lawn = idOf(kinds.service, 5)

const atHome: Requirement = { ...noRequirement, triggerDepth: 5, hoursAfter: 8 }
const atWork: Requirement = { triggerDepth: 5, doneBy: '06:00', hoursAfter: 3, maxInterval: 4, ice: 'included' }

const templates = [
  {
    name: 'Déneigement résidentiel',
    price: 42_500,
    services: [declutter],
    methods: ['credit_card', 'check', 'interact'],
    shares: [50, 50],
    requirement: atHome,
  },
  {
    name: 'Déneigement commercial',
    price: 285_000,
    services: [declutter, salt],
    methods: ['check', 'interact'],
    shares: [25, 25, 25, 25],
    requirement: atWork,
  },
  {
    name: 'Résidentiel, paiement unique',
    price: 39_900,
    services: [declutter],
    methods: ['credit_card'],
    shares: [100],
    requirement: atHome,
  },
].map((template, i) => ({ id: idOf(kinds.template, i + 1), ...template }))

/** Cents, wherever cheques are accepted. */
const nsfFeeOf = (methods: readonly string[]) => (methods.includes('check') ? 2500 : null)

/** How each status is reached: its events, and the part that was paid. `due`: days until its first instalment. */
const ends: Record<ContractStatus, { events: ContractEvent[]; paid: number; due: number }> = {
  draft: { events: [], paid: 0, due: 30 },
  sent: { events: ['setSent'], paid: 0, due: 30 },
  printed: { events: ['setPrinted'], paid: 0, due: 30 },
  consulted: { events: ['setSent', 'open'], paid: 0, due: 30 },
  accepted: { events: ['setSent', 'open', 'accept'], paid: 0, due: 20 },
  unpaid: { events: ['setSent', 'open', 'accept'], paid: 0, due: -12 },
  paid: { events: ['setSent', 'open', 'accept'], paid: 1, due: -20 },
  declined: { events: ['setSent', 'open', 'setDeclined'], paid: 0, due: 30 },
  canceled: { events: ['setSent', 'archive'], paid: 0, due: 30 },
}

const many = (status: ContractStatus, n: number): ContractStatus[] => Array.from({ length: n }, () => status)
const lastSeason = [...many('paid', 14), ...many('unpaid', 3), ...many('declined', 2), ...many('canceled', 1)]
const thisSeason = [
  ...many('draft', 6),
  ...many('sent', 6),
  ...many('printed', 4),
  ...many('consulted', 4),
  ...many('accepted', 7),
  ...many('unpaid', 3),
  ...many('paid', 4),
  ...many('declined', 2),
  ...many('canceled', 1),
]

export async function fillContracts(work: Work, companyId: string, ownerId: string) {
  const today = todayIn(homeZone, work.now)
  const year = Number(today.slice(0, 4)) - (Number(today.slice(5, 7)) < 5 ? 1 : 0)
  const ctx = actingAs(work, { accountId: ownerId, email: 'proprio@bordee.demo', role: 'owner', companyId })
  await fillTemplates(work, companyId, year)
  const sites = await work.tx.sql<{ id: string; clientId: string; type: string }>`
    select distinct on (s.client_id) s.id, s.client_id as "clientId", s.type
    from sites s
    where s.company_id = ${companyId}
    order by s.client_id, s.created_at, s.id
    limit 60`
  const [own, ...others] = sites
  if (own?.clientId !== demoClientId) throw new Error('The demo’s client has no site')
  const summer = { startAt: `${year + 1}-05-01`, endAt: `${year + 1}-09-30` }
  const plans: Plan[] = [
    ...lastSeason.slice(1).map((status, i) => ({ status, site: others[i], days: season(year - 1), isOld: true })),
    { status: 'paid', site: own, days: season(year - 1), isOld: true },
    { status: 'accepted', site: own, days: season(year), isOld: false },
    { status: 'sent', site: own, days: summer, isOld: false, service: lawn },
    ...thisSeason.map((status, i) => ({ status, site: others[i], days: season(year), isOld: false })),
    { status: 'draft', site: others[40], days: season(year), isOld: false },
  ]
  for (const [i, plan] of plans.entries()) await fillContract(ctx, plan, i + 1, today)
  await renumber(work, companyId)
  await keepSignedLater(work, companyId)
  await work.tx.sql`
    insert into contract_numbers (company_id, year, last)
    select ${companyId}, left(contract_number, 4)::int, max(substr(contract_number, 6)::int)
    from contracts
    where company_id = ${companyId}
    group by 2
    on conflict (company_id, year) do update set last = excluded.last`
}

/** Numbers follow the order in which contracts were written. In two steps, since two never share a number. */
async function renumber({ tx }: Work, companyId: string) {
  await tx.sql`
    update contracts k
    set contract_number = 'new ' || left(k.contract_number, 5) || lpad(o.n::text, 4, '0')
    from (
      select id, row_number() over (partition by left(contract_number, 4) order by created_at, id) as n
      from contracts
      where company_id = ${companyId}) o
    where k.company_id = ${companyId} and k.id = o.id`
  await tx.sql`update contracts set contract_number = substr(contract_number, 5) where company_id = ${companyId}`
}

interface Plan {
  status: ContractStatus
  site: { id: string; clientId: string; type: string } | undefined
  days: { startAt: IsoDate; endAt: IsoDate }
  isOld: boolean
  service?: string
}

async function fillContract(ctx: Ctx, { status, site, days, isOld, service }: Plan, n: number, today: IsoDate) {
  const template = templates[site?.type === 'commercial' ? 1 : n % 5 === 0 ? 2 : 0]
  if (!site || !template) return
  const { events, paid, due } = ends[status]
  const first = isOld || service ? days.startAt : addDays(today, due)
  const writtenOn = isOld ? addDays(days.startAt, -40 + (n % 20)) : addDays(today, -25 + (n % 10))
  const at = (steps: number) => instantOf(addDays(writtenOn, steps), `${9 + (n % 8)}:${10 + ((n * 7) % 50)}`.padStart(5, '0'), homeZone)
  const on = (steps: number): Ctx => ({ ...ctx, now: at(steps) })
  const lines = await ctx.tx.sql<{ id: string; name: string; description: string | null; color: 'blue' }>`
    select id, name, description, color from services where id = any(${service ? [service] : template.services}::uuid[]) order by id`
  const id = await insertContract(
    on(0),
    {
      ...days,
      clientId: site.clientId,
      siteId: site.id,
      contractTemplateId: template.id,
      paymentMethods: template.methods as PaymentMethod[],
      services: lines.map(({ id: serviceId, ...line }, i) => ({
        ...line,
        id: undefined,
        serviceId,
        quantity: 1,
        pricing: 'season' as const,
        price: i === 0 ? template.price + (n % 6) * 1_500 : 24_000,
      })),
      paymentShedules: template.shares.map((percent, i) => ({ paymentDate: addDays(first, 45 * i), percent })),
      clauses: service === lawn ? lawnClauses : clauses,
      ...(service !== lawn && { requirement: template.requirement }),
      isTaxesCharged: true,
      nsfFee: nsfFeeOf(template.methods),
    },
    { id: idOf(kinds.contract, n) },
  )
  for (const [step, event] of events.entries()) {
    const held = await reread(on(step + 1), id)
    await move(on(step + 1), held, event === 'accept' && !held.clientEmail ? 'signOnPaper' : event)
  }
  await fillPayments(ctx, id, { part: paid, isOld, type: n % 2 ? 'check' : 'interact' })
  await followMoney(ctx, [await reread(ctx, id)])
  await backdate(ctx, id, at(0), isOld ? `${days.startAt.slice(0, 4)}-${String(n).padStart(4, '0')}` : null, events.length)
}

interface Paying {
  part: number
  isOld: boolean
  type: 'check' | 'interact'
}

/** An old contract was paid on its dates, or all but its last instalment if it is late; this season's at once. */
async function fillPayments(ctx: Ctx, id: string, { part, isOld, type }: Paying) {
  const held = await reread(ctx, id)
  const isLate = isOld && part === 0 && held.status !== 'declined' && held.status !== 'canceled'
  const dues = isLate ? held.paymentShedules.slice(0, -1) : part > 0 ? held.paymentShedules : []
  const [first] = dues
  if (!first) return
  const payments = isOld
    ? dues.map(({ amount, paymentDate }) => ({ amount, paidAt: paymentDate, type }))
    : [{ amount: held.totalPrice, paidAt: first.paymentDate, type }]
  await writePayments(ctx, held, payments)
}

/** As if it had been written then. */
async function backdate({ tx, now }: Ctx, id: string, at: Date, number: string | null, steps: number) {
  await tx.sql`update contracts set created_at = ${at}, contract_number = coalesce(${number}, contract_number) where id = ${id}`
  await tx.sql`
    update contract_history h
    set created_at = least(${now}::timestamptz, ${at}::timestamptz + (o.n - 1) * interval '1 day')
    from (select id, row_number() over (order by created_at, id) as n from contract_history where contract_id = ${id}) o
    where h.id = o.id and o.n <= ${steps + 1}`
  await tx.sql`
    update contract_history h
    set account_id = null,
        user_email = k.client_email
    from contracts k
    where h.contract_id = ${id} and k.id = h.contract_id and h.event in ('open', 'accept')`
}

async function fillTemplates({ tx }: Work, companyId: string, year: number) {
  const services = new Map(
    (
      await tx.sql<{ id: string; name: string; description: string | null; color: string }>`
      select id, name, description, color from services where company_id = ${companyId}`
    ).map((service) => [service.id, service]),
  )
  for (const template of templates) {
    const { id, name, price, methods, shares, requirement } = template
    await insert(tx, 'contract_templates', {
      id,
      companyId,
      name,
      ...season(year),
      clauses,
      paymentMethods: methods,
      requirement,
      nsfFee: nsfFeeOf(methods),
    })
    for (const [position, serviceId] of template.services.entries()) {
      const { name: called = '', description = null, color = 'blue' } = services.get(serviceId) ?? {}
      const line = { companyId, templateId: id, position, serviceId, name: called, description, color, quantity: 1 }
      await insert(tx, 'template_services', { ...line, price: position === 0 ? price : 24_000 })
    }
    for (const [position, percent] of shares.entries()) {
      const paymentDate = addDays(`${year}-11-15`, 45 * position)
      await insert(tx, 'template_instalments', { companyId, templateId: id, position, paymentDate, percent })
    }
  }
}
