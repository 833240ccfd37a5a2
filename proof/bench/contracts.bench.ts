import { isDeepStrictEqual } from 'node:util'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillContracts } from './contracts-company.ts'

const contracts = 10_000
const rounds = 11
/** What the grid asks for first (web/src/longList.ts). */
const firstPiece = 300

export const bench: Bench = {
  title: `GET /contracts with ${contracts.toLocaleString('en')} contracts`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillContracts(server, contracts)
    const ask = (query = '') => server.ask('GET', `/contracts${query}`, undefined, headers)

    const { status, text } = await ask()
    assertRight(status === 200, `the list answered ${status}`)
    const answered = JSON.parse(text) as {
      id: string
      services: unknown[]
      paymentShedules: { amountLeft: number }[]
      clientNumber: string
    }[]
    assertRight(answered.length === contracts, `${answered.length} contracts answered`)
    assertRight(
      answered.every(({ paymentShedules, clientNumber }) => {
        const left = paymentShedules.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
        return left === (Number(clientNumber) % 3 === 0 ? 28_864 : 48_864)
      }),
      'what is left to pay',
    )
    assertRight(isDeepStrictEqual(JSON.parse(await byPostgres(server, company)), answered), 'PostgreSQL alone produces the same JSON')
    const first = JSON.parse((await ask(`?limit=${firstPiece}`)).text) as { id: string }[]
    assertRight(
      isDeepStrictEqual(
        first.map(({ id }) => id),
        answered.slice(0, firstPiece).map(({ id }) => id),
      ),
      'the first piece begins the list',
    )

    const [ours, theirs, pieces]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < rounds; i++) {
      ours.push(await timed(() => ask()))
      theirs.push(await timed(() => byPostgres(server, company)))
      pieces.push(await timed(() => ask(`?limit=${firstPiece}`)))
    }
    const [mine, bare, piece] = [ours, theirs, pieces].map((times) => percentile(times, 0.5)) as [number, number, number]
    const size = `${(text.length / 1e6).toFixed(1)} MB`
    return [
      {
        what: 'the whole list against PostgreSQL producing the same JSON in one query',
        ratio: mine / bare,
        most: 1.5,
        figures: `medians ${ms(mine)} over HTTP against ${ms(bare)} in PostgreSQL; ${size}`,
      },
      {
        what: 'the first rows against the whole list',
        ratio: piece / mine,
        most: 0.2,
        figures: `medians ${ms(piece)} for ${firstPiece} rows against ${ms(mine)} for all`,
      },
    ]
  },
}

/** The same JSON in the most direct way: one hand-written query, with nothing between it and the socket. */
function byPostgres(server: BenchServer, company: string): Promise<string> {
  return server.inCompany(company, async (tx) => {
    const [row] = await tx.sql<{ json: string }>`
      select json_agg(json_build_object(
        'id', k.id, 'companyId', k.company_id, 'contractNumber', k.contract_number, 'status', k.status,
        'version', k.version, 'signedOnPaper', k.signed_on_paper, 'declineReason', k.decline_reason,
        'clientId', k.client_id, 'clientName', k.client_name, 'clientNumber', k.client_number, 'clientEmail', k.client_email,
        'clientPhone', k.client_phone, 'clientBillingCivicNumber', k.client_billing_civic_number,
        'clientBillingStreet', k.client_billing_street, 'clientBillingApartment', k.client_billing_apartment,
        'clientBillingCity', k.client_billing_city, 'clientBillingState', k.client_billing_state,
        'clientBillingCountry', k.client_billing_country, 'clientBillingZip', k.client_billing_zip, 'companyName', k.company_name,
        'companyAddress', k.company_address, 'companyPhone', k.company_phone, 'companyEmail', k.company_email, 'companyTps', k.company_tps,
        'companyTvq', k.company_tvq, 'companyHst', k.company_hst, 'companyQEN', k.company_qen, 'isAlertsActive', c.alert_is_active,
        'contractTemplateId', k.contract_template_id, 'contractTemplateName', k.contract_template_name, 'siteId', k.site_id,
        'site', json_build_object(
          'siteId', k.site_id, 'siteName', k.site_name, 'siteCivicNumber', k.site_civic_number, 'siteStreet', k.site_street,
          'siteApartment', k.site_apartment, 'siteCity', k.site_city, 'siteState', k.site_state, 'siteZip', k.site_zip,
          'siteCountry', k.site_country),
        'startAt', k.start_at, 'endAt', k.end_at, 'paymentMethods', k.payment_methods, 'services', l.services, 'taxes', k.taxes,
        'isTaxesCharged', k.is_taxes_charged, 'subtotal', k.subtotal, 'totalPrice', k.total_price,
        'overpaidAmount', greatest(0, coalesce(p.paid, 0) - k.total_price), 'paymentShedules', i.instalments,
        'isOnlinePaymentPossible', false,
        'sentAt', k.sent_at, 'signedAt', k.signed_at, 'createdAt', k.created_at,
        'siteCivicNumber', k.site_civic_number, 'siteStreet', k.site_street, 'siteZip', k.site_zip, 'siteCity', k.site_city)
        order by k.client_name, k.id)::text as json
      from contracts k
      join companies c on c.id = k.company_id
      left join (
        select contract_id, sum(amount)::int as paid
        from contract_payments
        where company_id = ${company} and deleted_at is null
        group by 1) p on p.contract_id = k.id
      join (
        select contract_id, json_agg(json_build_object(
          'id', id, 'serviceId', service_id, 'name', name, 'description', description, 'quantity', quantity,
          'price', price / 100.0, 'color', color) order by position) as services
        from contract_services
        where company_id = ${company}
        group by 1) l on l.contract_id = k.id
      join (
        select i.contract_id, json_agg(json_build_object(
          'id', i.id, 'paymentDate', i.payment_date, 'percent', i.percent, 'amount', i.amount,
          'amountLeft', greatest(0, least(i.amount, i.until - coalesce(p.paid, 0)))) order by i.position) as instalments
        from (
          select *, sum(amount) over (partition by contract_id order by position) as until
          from contract_instalments
          where company_id = ${company}) i
        left join (
          select contract_id, sum(amount)::int as paid
          from contract_payments
          where company_id = ${company} and deleted_at is null
          group by 1) p on p.contract_id = i.contract_id
        group by 1) i on i.contract_id = k.id
      where k.company_id = ${company}`
    return row?.json ?? ''
  })
}
