// Cards, checkouts, invoices, and what the sandbox knows about them.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import { signatureHeader, signatureOf } from '../../server/src/outside/payments/sandbox/events.ts'
import { newContract, today } from '../../server/src/testing/contracts.ts'
import { insertCompany, insertPerson } from '../../server/src/testing/people.ts'
import { callerAt } from '../ask.ts'
import type { Given, Prologue, Setting } from './prologue.ts'

const visa = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '737', expMonth: 4, expYear: 2097 }
/** Its bank asks for confirmation at every charge. */
const secured = { ...visa, number: '4000002760003184' }
const declining = { ...visa, number: '4000000000000341' }

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
    const { owner, token } = await newCompany(setting)
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

  getSandboxOnboarding: async (setting) => ({ who: 'anyone', input: { token: await onboarding(setting) } }),
  endSandboxOnboarding: async (setting) => ({ who: 'anyone', input: { token: await onboarding(setting), outcome: 'complete' } }),
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

const lastPart = (url: string | null | undefined) => (url ?? '').split('/').at(-1) ?? ''

async function savedCard({ people: { owner } }: Setting): Promise<string> {
  return (await owner(api.addPaymentMethod, { card: visa })).id
}

/** Through the provider's own form, where the cardholder's bank is asked. */
async function savedByForm({ people: { owner }, anyone }: Setting, card: typeof visa): Promise<string> {
  const { clientSecret } = await owner(api.setUpPaymentMethod)
  const confirm = (isAuthenticated: boolean) => anyone(api.confirmSandboxSetup, { clientSecret, card, isAuthenticated })
  const first = await confirm(false)
  const { paymentMethodId } = first.status === 'action' ? await confirm(true) : first
  return (await owner(api.addPaymentMethod, { paymentMethodId: paymentMethodId ?? '' })).id
}

const offer = async ({ people: { owner } }: Setting) => (await owner(api.listBankOffers))[0]?.id ?? ''

async function purchase(setting: Setting, card: typeof visa) {
  const paymentMethodId = await savedByForm(setting, card)
  const input = { offerId: await offer(setting), paymentMethodId, requestKey: randomUUID() }
  return (await setting.people.owner.raw(api.buyAlerts, input)).body
}

/** A company that has paid for nothing yet, and whose debts don't block another. */
async function newCompany({ at, company }: Setting) {
  const companyId = await insertCompany(at, `Déneigement ${company.mark}`)
  const { token, accountId } = await insertPerson(at, companyId, 'owner')
  return { companyId, token, owner: callerAt(() => at.url, at.agent, { token, accountId }) }
}

/** The invoice of a month that ended with a declined card. */
async function monthlyInvoice(setting: Setting): Promise<string> {
  const { companyId, owner } = await newCompany(setting)
  await owner(api.addPaymentMethod, { card: declining })
  await setting.at.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
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
  for (let tries = 0; tries < 100; tries++) {
    const open = (await owner(api.listInvoices)).find(({ status }) => status === 'open')
    if (open?.hosted_invoice_url) return lastPart(open.hosted_invoice_url)
    await sleep(200)
  }
  throw new Error('no month was billed')
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

async function onboarding({ people: { owner } }: Setting): Promise<string> {
  await owner.raw(api.activatePaymentAccount)
  return lastPart((await owner(api.getOnboardingLink)).url)
}

/** Makes the company accept cards. */
async function takeCards(setting: Setting) {
  const { people, anyone, company } = setting
  await people.super_admin(api.updateCompany, { id: company.companyId, contractConfig: { isOnlinePaymentActive: true } })
  const known = await people.owner(api.getPaymentAccount)
  if (known?.chargesEnabled) return
  await anyone(api.endSandboxOnboarding, { token: await onboarding(setting), outcome: 'complete' })
  for (let tries = 0; tries < 200 && !(await people.owner(api.getPaymentAccount))?.chargesEnabled; tries++) await sleep(100)
}

async function accountPage(setting: Setting): Promise<string> {
  await takeCards(setting)
  return lastPart((await setting.people.owner(api.getAccountSignInLink)).url)
}

async function payable(setting: Setting) {
  await takeCards(setting)
  const { owner } = setting.people
  const { token, email } = await insertPerson(setting.at, setting.company.companyId, 'client')
  const { id } = await newContract(owner, { email, paymentMethods: ['credit_card'] })
  for (const status of ['sent', 'accepted'] as const) await owner(api.setContractStatuses, { contractIds: [id], status })
  return { id, token }
}

async function checkout(setting: Setting, known?: { id: string; token: string }): Promise<string> {
  const { id, token } = known ?? (await payable(setting))
  const client = callerAt(() => setting.at.url, setting.at.agent, { token, accountId: '' })
  return (await client(api.payContract, { id })).clientSecret
}

async function paidContract(setting: Setting) {
  const contract = await payable(setting)
  const clientSecret = await checkout(setting, contract)
  await setting.anyone(api.paySandboxCheckout, { clientSecret, card: visa })
  await onlinePayment(setting, contract.id)
}

/** In dollars: more than half the contract's price. */
const cash = 300

/** The office recorded cash while the client paid half by card. */
async function surplus(setting: Setting): Promise<Given> {
  const contract = await payable(setting)
  const clientSecret = await checkout(setting, contract)
  const { id } = contract
  const { owner } = setting.people
  const written = { payments: [{ amount: cash * 100, paidAt: today(), type: 'cash' as const }] }
  await owner(api.updateContract, { id, contract: written })
  await setting.anyone(api.paySandboxCheckout, { clientSecret, card: visa })
  return { who: 'owner', input: { id, paymentId: await onlinePayment(setting, id) } }
}

/** Waits until the provider has reported it. */
async function onlinePayment({ people }: Setting, id: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const { payments } = await people.owner(api.getContract, { id })
    const online = payments.find(({ wasOnline }) => wasOnline)
    if (online) return online.id
    await sleep(100)
  }
  throw new Error('nothing was paid')
}
