// The end of a period: what was sent on credit becomes an invoice, once.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { expect, test } from 'vitest'
import { newOccupant, newSender, sentWhole } from '../testing/alerts.ts'
import { billedUntil, closeAt, giveBack, invoices, saveCard, sendOnCredit } from '../testing/billing.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { enqueueDueBilling } from './billing.jobs.ts'

const server = await openTestServer()
const other = await openTestServer({}, server)

const lines = async (companyId: string) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ start: string; lines: object[]; total: number }>`
      select to_char(period_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as start, lines, total from invoices order by period_start`,
  )
const seconds = (at: string) => new Date(at).getTime() / 1000

test('a month becomes an invoice: a line for each price, taxes, and the next period begins where it ended', async () => {
  const people = await server.newCompany()
  const { companyId, owner } = people
  await saveCard(owner)
  await billedUntil(server, companyId, '2026-02-01T05:00:00Z')
  await sendOnCredit(server, people, 30, { at: new Date('2026-02-14T22:00:00Z') })
  await sendOnCredit(server, people, 20, { price: 6, at: new Date('2026-03-01T04:59:59Z') })
  await sendOnCredit(server, people, 7, { at: new Date('2026-03-01T05:00:00Z') })
  await sendOnCredit(server, people, 9, { price: 0, at: new Date('2026-02-20T22:00:00Z') })

  expect(await closeAt(server, companyId, '2026-03-01T04:59:00Z')).toEqual([])
  expect(await closeAt(server, companyId, '2026-03-01T05:00:00Z')).toHaveLength(1)
  expect(await closeAt(server, companyId, '2026-03-01T05:00:00Z')).toEqual([])

  expect(await lines(companyId)).toEqual([
    {
      start: '2026-02-01 05:00',
      lines: [
        { description: 'Alertes à 0,10\u00a0$', quantity: 30, amount: 300 },
        { description: 'Alertes à 0,06\u00a0$', quantity: 20, amount: 120 },
      ],
      total: 483,
    },
  ])
  expect(await invoices(owner)).toMatchObject([
    {
      status: 'draft',
      total: 483,
      invoice_number: null,
      period_start: seconds('2026-02-01T05:00:00Z'),
      period_end: seconds('2026-03-01T05:00:00Z'),
    },
  ])
  expect(await owner(billingCalls.getUpcomingInvoice)).toMatchObject({
    currency: 'cad',
    period_start: seconds('2026-03-01T05:00:00Z'),
    period_end: seconds('2026-04-01T04:00:00Z'),
    alertsInBank: 0,
    billedAlerts: 7,
    subtotal: 70,
    total: 80,
    taxes: [
      { description: 'TPS (5\u00a0%)', amount: 4 },
      { description: 'TVQ (9,975\u00a0%)', amount: 6 },
    ],
    lines: [{ description: 'Alertes à 0,10\u00a0$', quantity: 7, amount: 70, currency: 'cad' }],
  })
})

test('a company’s month ends in its own time zone', async () => {
  const people = await server.newCompany()
  const { companyId } = people
  await inCompany(server, companyId, (tx) => tx.sql`update companies set time_zone = 'America/Vancouver' where id = ${companyId}`)
  await billedUntil(server, companyId, '2026-02-01T08:00:00Z')
  await sendOnCredit(server, people, 10, { at: new Date('2026-02-14T22:00:00Z') })
  expect(await closeAt(server, companyId, '2026-03-01T07:59:59Z')).toEqual([])
  expect(await closeAt(server, companyId, '2026-03-01T08:00:00Z')).toHaveLength(1)
})

test('a server that was down for months makes one invoice per month, in order, and none for empty months', async () => {
  const people = await server.newCompany()
  const { companyId } = people
  await billedUntil(server, companyId, '2025-12-10T15:00:00Z')
  await sendOnCredit(server, people, 30, { at: new Date('2025-12-20T15:00:00Z') })
  await sendOnCredit(server, people, 50, { at: new Date('2026-02-20T15:00:00Z') })
  expect(await closeAt(server, companyId, '2026-03-20T15:00:00Z')).toHaveLength(2)
  expect((await lines(companyId)).map(({ start, lines: [line] }) => [start, line])).toEqual([
    ['2025-12-10 15:00', expect.objectContaining({ quantity: 30 })],
    ['2026-02-01 05:00', expect.objectContaining({ quantity: 50 })],
  ])
})

test('alerts refunded before billing are not billed; refunded later, the next invoice credits them once', async () => {
  const people = await server.newCompany()
  const { companyId, owner } = people
  await billedUntil(server, companyId, '2026-01-01T05:00:00Z')
  const january = await sendOnCredit(server, people, 100, { at: new Date('2026-01-14T22:00:00Z') })
  await giveBack(server, companyId, january.slice(0, 20))
  await closeAt(server, companyId, '2026-02-01T06:00:00Z')
  expect((await lines(companyId))[0]?.lines).toEqual([expect.objectContaining({ quantity: 80 })])

  await giveBack(server, companyId, january.slice(0, 50)) // twenty of them a second time
  expect(await owner(billingCalls.getUpcomingInvoice)).toMatchObject({
    billedAlerts: 0,
    subtotal: -300,
    lines: [{ amount: -300, quantity: 30 }],
  })
  // Credits alone make no invoice; nor do charges that they outweigh.
  await sendOnCredit(server, people, 20, { at: new Date('2026-02-14T22:00:00Z') })
  expect(await closeAt(server, companyId, '2026-03-01T06:00:00Z')).toEqual([])

  await sendOnCredit(server, people, 40, { at: new Date('2026-03-14T22:00:00Z') })
  expect(await closeAt(server, companyId, '2026-04-01T06:00:00Z')).toHaveLength(1)
  expect((await lines(companyId))[1]?.lines).toEqual([
    expect.objectContaining({ quantity: 60, amount: 600 }),
    expect.objectContaining({ quantity: 30, amount: -300 }),
  ])
  expect(await owner(billingCalls.getUpcomingInvoice)).toMatchObject({ subtotal: 0, total: 0, lines: [] })
})

test('two servers close at once: one invoice', async () => {
  const people = await server.newCompany()
  const { companyId } = people
  await billedUntil(server, companyId, '2026-01-01T05:00:00Z')
  await sendOnCredit(server, people, 10, { at: new Date('2026-01-14T22:00:00Z') })
  const made = await Promise.all([server, other, server, other].map((one) => closeAt(one, companyId, '2026-02-02T06:00:00Z')))
  expect(made.flat()).toHaveLength(1)
  expect(await lines(companyId)).toHaveLength(1)
})

test('the calendar finds the companies whose month is over, and their invoices get paid', async () => {
  const people = await newSender(server, { bank: 0 })
  const { companyId, owner, messageId, sectorId } = people
  await saveCard(owner)
  await newOccupant(owner)
  const { code } = await owner(alertCalls.sendAlert, { messageId, sectorId })
  await sentWhole(owner, code ?? '')
  expect(await owner(billingCalls.getUpcomingInvoice)).toMatchObject({ billedAlerts: 1, total: 11 })
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update companies set billed_until = billed_until - interval '40 days' where id = ${companyId}`
    await tx.sql`update alert_deliveries set created_at = created_at - interval '40 days', price = 100 where company_id = ${companyId}`
  })
  await Promise.all([server, other].map((one) => one.work(enqueueDueBilling)))
  await soon(async () => expect(await invoices(owner)).toMatchObject([{ status: 'paid', total: 115, purpose: 'alerts' }]))
  expect(await owner(billingCalls.getUpcomingInvoice)).toMatchObject({ billedAlerts: 0, total: 0 })
})
