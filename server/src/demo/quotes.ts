// Quote requests: Déneigement Boréal has some in every state, Neige Express serves a part of the same town, and one
// reached nobody.
import { randomUUID } from 'node:crypto'
import type { Point } from '@bordee/core/geo.ts'
import { type QuoteFields, type QuoteStatus, quoteFields } from '@bordee/core/quotes/quote-request.ts'
import { fold } from '@bordee/core/text.ts'
import type { Work } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { hashOf, newCode } from '../engine/secrets.ts'
import { asUnmatched, columnsOf } from '../quotes/submitting.ts'
import { laneOf, parts } from './folders.ts'
import { townHouses } from './houses.ts'
import quotes from './quotes.json' with { type: 'json' }

const hour = 3_600_000

interface Asked extends Pick<QuoteFields, 'firstname' | 'lastname' | 'phone' | 'size' | 'slope' | 'coating'> {
  /** The part of town. */
  part: (typeof parts)[number]['name']
  /** Hours. */
  ago: number
  hasTempo?: boolean
  wantAlerts?: boolean
  additionalInformation?: string
  isOutlined?: boolean
  status?: QuoteStatus
  notes?: string
  withdrawnAgo?: number
}

/** Both shores are one company's sector, the south shore the other's: a request from there reaches both. */
const { sectors } = quotes
const asked = quotes.asked as Asked[]

export async function fillQuotes(work: Work, boreal: string, express: string) {
  const { tx } = work
  await tx.scope({ companies: [boreal, express], platform: true })
  await drawSectors(work, boreal, express)
  const houses = await housesFor(work, boreal)
  for (const [i, one] of asked.entries()) {
    const house = houses[i]
    if (house) await submitted(work, one, fieldsOf(one, house), one.part === 'Lévis' ? [boreal, express] : [boreal])
  }
  await fillAccepted(work, boreal)
  await fillUnmatched(work)
}

async function drawSectors({ tx }: Work, boreal: string, express: string) {
  await tx.sql`
    update companies
    set quote_is_active = true,
        quote_admission = 'admitted',
        quote_polygon = ${JSON.stringify(sectors.boreal)}::jsonb,
        quote_allowed_origins = '["https://boreal.bordee.demo"]'
    where id = ${boreal} and quote_polygon is null`
  await tx.sql`
    update companies
    set quote_is_active = true,
        quote_admission = 'admitted',
        quote_polygon = ${JSON.stringify(sectors.express)}::jsonb
    where id = ${express} and quote_is_active is null`
}

interface House extends Point {
  civicNumber: string
  street: string
  city: string
  state: string
  zip: string | null
}

/** For each request, the house nearest to the centre of its part of town that nobody serves yet. */
const housesFor = ({ tx }: Work, companyId: string) => tx.sql<House>`
  select h.*
  from jsonb_to_recordset(${JSON.stringify(asked.map(({ part }, n) => ({ ...parts.find(({ name }) => name === part), n })))}::jsonb)
    as p (n int, lat float8, lng float8)
  cross join lateral (
    select a.civic_number as "civicNumber", s.name as street, s.city, s.state, a.zip, a.lat, a.lng
    from addresses a
    join streets s on s.id = a.street_id
    where not exists (
      select from sites x
      where x.company_id = ${companyId} and x.civic_number = a.civic_number and x.street = s.name and x.city = s.city)
    order by (a.lat - p.lat) ^ 2 + (a.lng - p.lng) ^ 2, s.name, a.number, a.civic_number
    limit 1) h
  order by p.n`

function fieldsOf(one: Asked, { lat, lng, ...parts }: House): QuoteFields {
  const { firstname, lastname, phone, size, slope, coating } = one
  const house = townHouses().find((one) => one.lat === lat && one.lng === lng)
  const written = [parts.civicNumber, parts.street, parts.city, [parts.state, parts.zip].filter(Boolean).join(' ')]
  return quoteFields.parse({
    firstname,
    lastname,
    phone,
    size,
    slope,
    coating,
    email: `${fold(`${firstname}.${lastname}`).replace(/[^a-z.]/g, '')}@exemple.bordee.demo`,
    address: written.join(', '),
    location: { lat, lng },
    addressParts: { ...parts, apartment: null, country: 'CA' },
    hasTempo: one.hasTempo,
    wantAlerts: one.wantAlerts,
    additionalInformation: one.additionalInformation,
    polygon: one.isOutlined && house ? laneOf(house, {}).lane : null,
  })
}

type Made = Pick<Asked, 'ago' | 'status' | 'notes' | 'withdrawnAgo'> & { clientId?: string }

async function submitted(work: Work, { ago, status, notes, withdrawnAgo, clientId }: Made, quote: QuoteFields, companyIds: string[]) {
  const { tx } = work
  const submissionId = randomUUID()
  const submittedAt = before(work, ago)
  const withdrawnAt = withdrawnAgo === undefined ? null : before(work, withdrawnAgo)
  await tx.sql`
    insert into quote_submissions (id, submitted_at, content_hash, withdraw_hash, withdrawn_at, company_ids, company_names)
    select ${submissionId}, ${submittedAt}, ${hashOf(submissionId)}, ${hashOf(newCode())}, ${withdrawnAt},
           array_agg(id), jsonb_agg(name order by name)
    from companies
    where id = any(${companyIds}::uuid[])`
  const made = { submissionId, submittedAt, withdrawnAt, status: status ?? 'new', notes: notes ?? null, clientId: clientId ?? null }
  await insertAll(
    tx,
    'quote_requests',
    companyIds.map((companyId) => ({ ...columnsOf(quote), ...made, companyId })),
  )
}

const before = ({ now }: Work, hours: number) => new Date(now.getTime() - hours * hour)

/** One client started as a quote request. */
async function fillAccepted(work: Work, companyId: string) {
  const [client] = await work.tx.sql<House & { id: string; firstname: string; lastname: string; phone: string }>`
    select c.id, split_part(c.name, ' ', 1) as firstname, substr(c.name, strpos(c.name, ' ') + 1) as lastname, c.phone,
           s.civic_number as "civicNumber", s.street, s.city, s.state, s.zip, s.lat, s.lng
    from clients c
    join sites s on s.company_id = c.company_id and s.client_id = c.id
    where c.company_id = ${companyId} and c.type = 'residential' and c.phone is not null and s.lat between 46.78 and 46.88 and s.lng > -71.3
    order by c.number desc, s.id
    limit 1`
  if (!client) return
  const { id: clientId, firstname, lastname, phone, ...house } = client
  const one: Asked = { firstname, lastname, phone, part: 'Haute-Ville', size: 'double', slope: 'flat', coating: 'asphalt', ago: 9 * 24 }
  await submitted(work, { ago: one.ago, status: 'accepted', notes: 'Contrat à préparer.', clientId }, fieldsOf(one, house), [companyId])
}

async function fillUnmatched(work: Work) {
  const house = { civicNumber: '1325', street: 'rue Notre-Dame Centre', city: 'Trois-Rivières', state: 'QC', zip: 'G9A 4X2' }
  const one: Asked = {
    firstname: 'Sylvain',
    lastname: 'Héroux',
    phone: '8195550166',
    part: 'Lévis',
    size: 'quadruple',
    slope: 'flat',
    coating: 'asphalt',
    ago: 5 * 24,
    additionalInformation: 'Petit commerce, à déneiger avant 7 h.',
  }
  const quote = fieldsOf(one, { ...house, lat: 46.3432, lng: -72.5421 })
  const id = randomUUID()
  await work.tx.sql`
    insert into quote_submissions (id, submitted_at, content_hash, withdraw_hash, company_ids, company_names, unmatched)
    values (${id}, ${before(work, one.ago)}, ${hashOf(id)}, ${hashOf(newCode())}, '{}', '[]', ${JSON.stringify(asUnmatched(quote))}::jsonb)`
}
