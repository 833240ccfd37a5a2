// The jobs of contracts, their payments, the bank and billing.
import { randomUUID } from 'node:crypto'
import { closePeriods } from '../billing/closing.ts'
import { sql } from '../engine/db/sql.ts'
import { inDays, newContract } from './contracts.ts'
import { newClient, newSite } from './folders.ts'
import type { Killed, Victim } from './killed-jobs.ts'

export function killedMoneyJobs({
  server,
  companyId,
  owner,
  count,
  lettersEnqueued,
  enqueuedFor,
  inCompany,
}: Victim): Record<string, Killed> {
  const contractsNow = async (condition: string) =>
    Number((await inCompany((tx) => tx.rows(sql<{ n: string }>`select count(*) as n from contracts where ${sql.raw(condition)}`)))[0]?.n)
  const toCollect = { companyId, invoiceId: '' }
  const toClose = { companyId, contractIds: [] as string[] }
  const news = { id: 'evt_killed', type: 'account.updated', data: { object: { id: 'nobody’s' } } }

  const accountId = 'acct_killed'
  const toRefund = { companyId, refundId: randomUUID() }

  /** A company in a time zone where it is noon now. */
  async function fillBankAtNoon() {
    const { companyId: noonId } = await server.newCompany()
    const ahead = new Date().getUTCHours() - 12 // these zones have an inverted sign
    const zone = `Etc/GMT${ahead < 0 ? ahead : `+${ahead}`}`
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [noonId] })
      await tx.sql`update companies set time_zone = ${zone}, alert_is_active = true, contract_is_active = false where id = ${noonId}`
      await tx.sql`insert into alert_lots (company_id, amount, remaining) values (${noonId}, 5, 5)`
    })
    return noonId
  }
  let noonId = ''

  /** A contract paid through the sandbox. */
  async function paidByCard(paymentId: string) {
    const { id: contractId } = await newContract(owner, { status: 'accepted' })
    await server.sql(
      `insert into sandbox_checkouts (id, key, account_id, client_secret, amount, description, status, payment_id, paid_at)
       values ($1, $1, $2, $1, 100, '', 'paid', $1, now())`,
      [paymentId, accountId],
    )
    await inCompany(
      (tx) => tx.sql`
        insert into contract_payments (company_id, contract_id, amount, paid_at, type, was_online, provider_id, payment_id, account_id)
        values (${companyId}, ${contractId}, 100, current_date, 'credit_card', true, ${paymentId}, ${paymentId}, ${accountId})`,
    )
    return { contractId, paymentId }
  }
  const toLookAt = { companyId, id: '' }
  const setUp = { companyId, id: '' }
  /** A checkout that was opened a while ago. Returns its id. */
  async function newCheckout(sessionId: string | null): Promise<string> {
    const { id, paymentShedules } = await newContract(owner, { status: 'accepted' })
    const [made] = await inCompany(
      (tx) => tx.sql<{ id: string }>`
        insert into contract_checkouts (company_id, contract_id, instalment_id, account_id, session_id, amount, created_at)
        values (${companyId}, ${id}, ${paymentShedules[0]?.id ?? null}, ${accountId}, ${sessionId}, 100, now() - interval '5 minutes')
        returning id`,
    )
    return made?.id ?? ''
  }
  async function newSetup(setupId: string): Promise<string> {
    const [made] = await inCompany(
      (tx) => tx.sql<{ id: string }>`
        insert into card_setups (company_id, customer_id, setup_id, created_at)
        values (${companyId}, 'cus_killed', ${setupId}, now() - interval '5 minutes')
        returning id`,
    )
    return made?.id ?? ''
  }
  const refundsOf = async (paymentId: string) =>
    (await inCompany((tx) => tx.sql`select from contract_payments where payment_id = ${paymentId} and movement = 'refund'`)).length
  /** In a period that is over. */
  const alertsOnCredit = () =>
    inCompany(async (tx) => {
      await tx.sql`update companies set billed_until = now() - interval '40 days' - (select count(*) from invoices) * interval '1 second'`
      const [send] = await tx.sql<{ id: string }>`
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
        values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', 1) returning id`
      await tx.sql`
        insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, paid_from, price, created_at)
        values (${companyId}, ${send?.id}, 'sms', '4185550142', 'Entrée', 'Camille', 'accepted', 'invoice', 100,
                now() - interval '39 days')`
    })

  return {
    'contracts.clock': {
      prepare: () => inCompany((tx) => tx.sql`update companies set contract_statuses_on = null, contract_reminders_on = current_date + 1`),
      done: () => enqueuedFor('contracts.statuses'),
    },
    'bank.clock': {
      prepare: async () => void (await fillBankAtNoon()),
      done: () => count(`select count(*) as n from pgboss.job where name = 'bank.watch'`),
    },
    'bank.watch': {
      prepare: () =>
        inCompany(
          (tx) => tx.sql`insert into alert_lots (company_id, amount, remaining, expires_on) values (${companyId}, 5, 5, current_date + 3)`,
        ),
      data: { companyId },
      done: lettersEnqueued,
    },
    'season.clock': {
      async prepare() {
        noonId = await fillBankAtNoon()
      },
      done: () => count(`select count(*) as n from pgboss.job where name = 'season.look' and data ->> 'companyId' = $1`, [noonId]),
    },
    'season.look': {
      async prepare() {
        await newSite(owner, (await newClient(owner)).id, { address: { street: 'rue Nouvelle', city: 'Québec' } })
        await inCompany((tx) => tx.sql`update companies set season_told_on = null`)
      },
      data: { companyId, monday: '2026-11-16' },
      done: lettersEnqueued,
    },
    'contracts.statuses': {
      // Its instalment was due yesterday, and not yet due when it was signed.
      async prepare() {
        const { id } = await newContract(owner, { status: 'accepted' })
        await inCompany(async (tx) => {
          await tx.sql`update contract_instalments set payment_date = ${inDays(-1)} where contract_id = ${id}`
          await tx.sql`update contracts set signed_at = now() - interval '20 days' where id = ${id}`
          await tx.sql`update companies set contract_statuses_on = ${inDays(-1)}`
        })
      },
      data: { companyId },
      done: () => contractsNow(`status = 'unpaid'`),
    },
    'contracts.reminders': {
      async prepare() {
        await newContract(owner, { status: 'accepted', paymentShedules: [{ paymentDate: inDays(7), percent: 100 }] })
        await inCompany((tx) => tx.sql`update companies set contract_reminders_on = ${inDays(-1)}`)
      },
      data: { companyId },
      done: async () =>
        Number((await inCompany((tx) => tx.sql<{ n: string }>`select count(*) as n from contract_mails where step like '%:-7'`))[0]?.n),
    },
    'contracts.purge': {
      async prepare() {
        const { id } = await newContract(owner, { status: 'accepted' })
        await inCompany((tx) => tx.sql`update contracts set start_at = '2010-11-01', end_at = '2011-04-01' where id = ${id}`)
      },
      done: async () => 1 - (await contractsNow(`end_at = '2011-04-01'`)),
    },
    'cheques.purge': {
      async prepare() {
        await inCompany(
          (tx) => tx.sql`
            insert into cheques (company_id, number, amount, dated, state_at, recorded_by, created_at)
            values (${companyId}, 'tué', 100, '2011-01-01', now(), 'Camille', '2011-01-01')`,
        )
      },
      done: async () => 1 - (await inCompany((tx) => tx.sql`select from cheques where number = 'tué'`)).length,
    },
    'bank-files.purge': {
      async prepare() {
        await inCompany(
          (tx) => tx.sql`
            with account as (
              insert into bank_accounts (id, company_id, name, columns) values (uuidv7(), ${companyId}, 'tué', '{}') returning id)
            insert into bank_lines (company_id, account_id, day, amount, description, print, nth, created_at)
            select ${companyId}, id, '2011-01-01', 100, 'tué', 'tue', 1, '2011-01-01' from account`,
        )
      },
      done: async () => 1 - (await inCompany((tx) => tx.sql`select from bank_lines where description = 'tué'`)).length,
    },
    'client-invoices.purge': {
      async prepare() {
        await inCompany(
          (tx) => tx.sql`
            insert into client_invoices (company_id, status, number, client_name, company_name, issued_on, due_date)
            values (${companyId}, 'paid', 'F-2011-0001', 'tué', 'Boréal', '2011-01-01', '2011-01-31')`,
        )
      },
      done: async () => 1 - (await inCompany((tx) => tx.sql`select from client_invoices where client_name = 'tué'`)).length,
    },
    'contracts.close-checkouts': {
      async prepare() {
        const { id, paymentShedules } = await newContract(owner, { status: 'accepted' })
        const [due] = paymentShedules
        await inCompany(
          (tx) => tx.sql`
            insert into contract_checkouts (company_id, contract_id, instalment_id, account_id, amount)
            values (${companyId}, ${id}, ${due?.id ?? null}, 'acct_killed', 100)`,
        )
        toClose.contractIds.push(id)
      },
      data: toClose,
      done: async () => (await inCompany((tx) => tx.sql`select from contract_checkouts where status = 'expired'`)).length,
    },
    'contracts.checkout-clock': {
      prepare: () => newCheckout(null),
      done: () => enqueuedFor('contracts.look-at-checkout'),
    },
    'contracts.look-at-checkout': {
      async prepare() {
        const { paymentId } = await paidByCard('pi_unheard')
        await inCompany((tx) => tx.sql`delete from contract_payments where payment_id = ${paymentId}`)
        Object.assign(toLookAt, { id: await newCheckout(paymentId) })
      },
      data: toLookAt,
      done: async () => (await inCompany((tx) => tx.sql`select from contract_payments where payment_id = 'pi_unheard'`)).length,
    },
    'payments.setup-clock': {
      prepare: () => newSetup('seti_clock'),
      done: () => enqueuedFor('payments.look-at-setup'),
    },
    'payments.look-at-setup': {
      async prepare() {
        await server.sql(
          `insert into sandbox_cards (id, customer_id, outcome, name, last4)
           values ('pm_unheard', 'cus_killed', 'succeeds', 'Paule', '4242')`,
        )
        await server.sql(
          `insert into sandbox_setups (client_secret, customer_id, card_id) values ('seti_unheard_secret_x', 'cus_killed', 'pm_unheard')`,
        )
        Object.assign(setUp, { id: await newSetup('seti_unheard') })
      },
      data: setUp,
      done: async () => (await inCompany((tx) => tx.sql`select from payment_methods where id = 'pm_unheard'`)).length,
    },
    'contracts.follow-payment': {
      async prepare() {
        const { paymentId } = await paidByCard('pi_followed')
        await server.sql(`insert into sandbox_movements (id, account_id, payment_id, kind, amount) values ('re_1', $1, $2, 'refund', -5)`, [
          accountId,
          paymentId,
        ])
      },
      data: { paymentId: 'pi_followed' },
      done: () => refundsOf('pi_followed'),
    },
    'contracts.finish-refund': {
      async prepare() {
        const { contractId, paymentId } = await paidByCard('pi_refunded')
        await inCompany(
          (tx) => tx.sql`
            insert into contract_refunds (id, company_id, contract_id, account_id, payment_id, amount)
            values (${toRefund.refundId}, ${companyId}, ${contractId}, ${accountId}, ${paymentId}, 7)`,
        )
      },
      data: toRefund,
      done: () => refundsOf('pi_refunded'),
    },
    'payments.purge': {
      prepare: () => server.sql(`insert into payment_events (id, heard_at) values ('evt_old', now() - interval '91 days')`),
      done: async () => 1 - (await count(`select count(*) as n from payment_events where id = 'evt_old'`)),
    },
    'billing.clock': {
      // Its month ended a while ago, and has not been closed.
      prepare: () =>
        inCompany(async (tx) => {
          await tx.sql`update companies set billed_until = now() - interval '40 days' where id = ${companyId}`
        }),
      done: () => enqueuedFor('billing.close'),
    },
    'billing.close': {
      prepare: () => alertsOnCredit(),
      data: { companyId },
      done: async () => (await inCompany((tx) => tx.sql`select from invoices`)).length,
    },
    'billing.collect': {
      async prepare() {
        await alertsOnCredit()
        const [invoiceId = ''] = await server.work((work) => closePeriods(work, companyId))
        Object.assign(toCollect, { invoiceId })
      },
      data: toCollect,
      done: async () => (await inCompany((tx) => tx.sql`select from invoices where attempts = 1`)).length,
    },
    'payments.follow-account': {
      async prepare() {
        await server.sql(
          `insert into sandbox_accounts (id, company_name, charges_enabled, payouts_enabled) values ('acct_followed', 'Neige', true, true)`,
        )
        await inCompany((tx) => tx.sql`insert into payment_accounts (id, company_id) values ('acct_followed', ${companyId})`)
      },
      data: { accountId: 'acct_followed' },
      done: async () => (await inCompany((tx) => tx.sql`select from payment_accounts where charges_enabled`)).length,
    },
    'payments.forget-card': {
      prepare: () => server.sql(`insert into sandbox_cards (id, customer_id, outcome) values ('pm_killed', 'cus_other', 'succeeds')`),
      data: { cardId: 'pm_killed' },
      done: async () => 1 - (await count(`select count(*) as n from sandbox_cards where id = 'pm_killed'`)),
    },
    'companies.forget-payer': {
      async prepare() {
        await server.sql(`insert into sandbox_cards (id, customer_id, outcome) values ('pm_gone', 'cus_gone', 'succeeds')`)
        await server.sql(`insert into sandbox_accounts (id, company_name) values ('acct_gone', 'Neige')`)
      },
      data: { customerId: 'cus_gone', accountId: 'acct_gone' },
      done: async () =>
        1 -
        (await count(`
          select greatest(
            (select count(*) from sandbox_cards where customer_id = 'cus_gone'),
            (select count(*) from sandbox_accounts where id = 'acct_gone')) as n`)),
    },
    'sandbox.deliver-event': {
      prepare: () => server.sql('insert into sandbox_events (id, payload) values ($1, $2)', [news.id, JSON.stringify(news)]),
      data: { eventId: news.id },
      done: () => count('select count(*) as n from payment_events where id = $1', [news.id]),
    },
  }
}
