// Cards, checkouts, invoices, and what the sandbox knows about them.

import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { signatureHeader, signatureOf } from '../../server/src/outside/payments/sandbox/events.ts'
import { declining, savedByForm, secured, visa } from '../../server/src/testing/cards.ts'
import { newContract, today } from '../../server/src/testing/contracts.ts'
import { inCompany, insertCompany } from '../../server/src/testing/people.ts'
import { lastPart, onboarding, takeCards, until } from '../card-payments.ts'
import { type Given, newcomer, type Prologue, type Setting } from './prologue.ts'

export const moneyPrologues: Record<string, Prologue> = {
  addPaymentMethod: async () => ({ who: 'owner', input: { card: visa, paymentMethodId: undefined } }),
  setDefaultPaymentMethod: async (setting) => ({ who: 'owner', input: { paymentMethodId: await savedCard(setting) } }),
  deletePaymentMethod: async (setting) => ({ who: 'owner', input: { paymentMethodId: await savedCard(setting) } }),

  async confirmSandboxSetup({ people }) {
    const { clientSecret } = await people.owner(api.setUpPaymentMethod)
    return { who: 'anyone', input: { clientSecret, card: visa, isAuthenticated: undefined } }
  },

  async buyAlerts(setting) {
    const paymentMethodId = await savedCard(setting)
    return { who: 'owner', input: { offerId: await offer(setting), paymentMethodId, requestKey: randomUUID() } }
  },

  async activateAlerts(setting) {
    const { owner, token } = await newOwner(setting)
    return { who: 'owner', token, input: { paymentMethodId: (await owner(api.addPaymentMethod, { card: visa })).id } }
  },

  getSandboxInvoice: async (setting) => ({ who: 'anyone', input: { token: await openInvoice(setting) } }),
  printSandboxInvoice: async (setting) => ({ who: 'anyone', input: { token: await openInvoice(setting) } }),
  paySandboxInvoice: async (setting) => ({
    who: 'anyone',
    input: { token: await monthlyInvoice(setting), card: visa, isAuthenticated: undefined },
  }),
  getSandboxConfirmation: async (setting) => ({ who: 'anyone', input: { clientSecret: await confirmation(setting) } }),
  answerSandboxConfirmation: async (setting) => ({
    who: 'anyone',
    input: { clientSecret: await confirmation(setting), isConfirmed: true },
  }),

  getSandboxOnboarding: async (setting) => ({ who: 'anyone', input: { token: await onboarding(setting.people.owner) } }),
  endSandboxOnboarding: async (setting) => ({
    who: 'anyone',
    input: { token: await onboarding(setting.people.owner), outcome: 'complete' },
  }),
  getSandboxAccount: async (setting) => ({ who: 'anyone', input: { token: await accountPage(setting) } }),
  listSandboxPayments: async (setting) => ({ who: 'anyone', input: { token: await accountPage(setting) } }),

  async moveSandboxPayment(setting) {
    await paidContract(setting)
    const token = await accountPage(setting)
    const [payment] = await setting.anyone(api.listSandboxPayments, { token })
    return { who: 'anyone', input: { token, paymentId: payment?.id ?? '', event: 'refund' } }
  },

  async payContract(setting) {
    const { id, token } = await payable(setting)
    return { who: 'client', token, input: { id } }
  },
  getSandboxCheckout: async (setting) => ({ who: 'anyone', input: { clientSecret: await checkout(setting) } }),
  paySandboxCheckout: async (setting) => ({
    who: 'anyone',
    input: { clientSecret: await checkout(setting), card: visa, isAuthenticated: undefined },
  }),
  refundSurplus: surplus,
  keepSurplus: surplus,

  async hearPayments({ at }) {
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'account.updated', data: { object: { id: 'acct_nobody' } } })
    const headers = { [signatureHeader]: signatureOf(at.secrets, payload, new Date()) }
    return { who: 'anyone', headers, body: { type: 'application/json', bytes: Buffer.from(payload) } }
  },
}

async function savedCard({ people: { owner } }: Setting): Promise<string> {
  return (await owner(api.addPaymentMethod, { card: visa })).id
}

const offer = async ({ people: { owner } }: Setting) => (await owner(api.listBankOffers))[0]?.id ?? ''

async function purchase(setting: Setting, card: typeof visa) {
  const { id: paymentMethodId } = await savedByForm(setting, setting.people.owner, card.number)
  const input = { offerId: await offer(setting), paymentMethodId, requestKey: randomUUID() }
  return (await setting.people.owner.raw(api.buyAlerts, input)).body
}

/** The owner of a company that has paid for nothing yet, and whose debts don't block another. */
async function newOwner(setting: Setting) {
  const companyId = await insertCompany(setting.at, `Déneigement ${setting.company.mark}`)
  const { token, caller: owner } = await newcomer(setting, 'owner', companyId)
  return { companyId, token, owner }
}

/** The invoice of a month that ended with a declined card. */
async function monthlyInvoice(setting: Setting): Promise<string> {
  const { companyId, owner } = await newOwner(setting)
  await owner(api.addPaymentMethod, { card: declining })
  await inCompany(setting.at, companyId, async (tx) => {
    await tx.sql`update companies set billed_until = now() - interval '40 days' where id = ${companyId}`
    const [send] = await tx.sql<{ id: string }>`
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected, created_at)
      values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', 1, now() - interval '39 days')
      returning id`
    await tx.sql`
      insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, paid_from, price, created_at)
      values (${companyId}, ${send?.id}, 'sms', '4185550142', 'Entrée', 'Camille', 'accepted', 'invoice', 1000, now() - interval '39 days')`
    await tx.boss.executeSql(`insert into pgboss.job (name, data) values ('billing.close', $1)`, [{ companyId }])
  })
  const open = async () => (await owner(api.listInvoices)).find(({ status }) => status === 'open')?.hosted_invoice_url
  return lastPart(await until(open, 'no month was billed'))
}

/** The invoice of a lot whose card was declined. */
async function openInvoice(setting: Setting): Promise<string> {
  await purchase(setting, declining)
  const invoices = await setting.people.owner(api.listInvoices)
  return lastPart(invoices.find((invoice) => invoice.hosted_invoice_url)?.hosted_invoice_url)
}

async function confirmation(setting: Setting): Promise<string> {
  const { clientSecret } = (await purchase(setting, secured)) as { clientSecret?: string }
  return clientSecret ?? ''
}

async function accountPage(setting: Setting): Promise<string> {
  await takeCards(setting.people, setting.anyone)
  return lastPart((await setting.people.owner(api.getAccountSignInLink)).url)
}

async function payable(setting: Setting) {
  await takeCards(setting.people, setting.anyone)
  const { owner } = setting.people
  const { token, email, caller } = await newcomer(setting, 'client')
  const { id } = await newContract(owner, { email, paymentMethods: ['credit_card'] })
  for (const status of ['sent', 'accepted'] as const) await owner(api.setContractStatuses, { contractIds: [id], status })
  return { id, token, client: caller }
}

async function checkout(setting: Setting): Promise<string> {
  const { id, client } = await payable(setting)
  return (await client(api.payContract, { id })).clientSecret
}

async function paidContract(setting: Setting) {
  const { id, client } = await payable(setting)
  const { clientSecret } = await client(api.payContract, { id })
  await setting.anyone(api.paySandboxCheckout, { clientSecret, card: visa })
  await onlinePayment(setting, id)
}

/** In dollars: more than half the contract's price. */
const cash = 300

/** The office recorded cash while the client paid half by card. */
async function surplus(setting: Setting): Promise<Given> {
  const { id, client } = await payable(setting)
  const { clientSecret } = await client(api.payContract, { id })
  const { owner } = setting.people
  const written = { payments: [{ amount: cash * 100, paidAt: today(), type: 'cash' as const }] }
  await owner(api.updateContract, { id, contract: written })
  await setting.anyone(api.paySandboxCheckout, { clientSecret, card: visa })
  return { who: 'owner', input: { id, paymentId: await onlinePayment(setting, id) } }
}

/** Waits until the provider has reported it. */
const onlinePayment = ({ people: { owner } }: Setting, id: string) =>
  until(async () => (await owner(api.getContract, { id })).payments.find(({ wasOnline }) => wasOnline)?.id, 'nothing was paid')
