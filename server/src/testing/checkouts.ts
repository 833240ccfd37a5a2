// A contract that its client may pay by card, and the payment.
import { api } from '@bordee/core/api.ts'
import { expect } from 'vitest'
import { visa } from './cards.ts'
import type { Caller, People, TestServer } from './server.ts'
import { sentContract } from './signers.ts'
import { soon } from './soon.ts'

/** A company that takes card payments. */
export async function payee(server: TestServer): Promise<People> {
  const people = await server.newCompany()
  await people.admin(api.updateCompany, { id: people.companyId, contractConfig: { isOnlinePaymentActive: true } })
  await people.owner(api.activatePaymentAccount)
  const { url } = await people.owner(api.getOnboardingLink)
  await server.anyone(api.endSandboxOnboarding, { token: url.split('/').at(-1) ?? '', outcome: 'complete' })
  await soon(async () => expect(await people.owner(api.getPaymentAccount)).toMatchObject({ chargesEnabled: true }))
  return people
}

/** A signed contract with two instalments of 244.32 $. */
export async function payableContract(server: TestServer, people: People, contract: object = {}) {
  const sent = await sentContract(server, people, { paymentMethods: ['credit_card'], ...contract })
  await people.owner(api.setContractStatuses, { contractIds: [sent.id], status: 'accepted' })
  const dues = sent.contract.paymentShedules.map(({ id }) => id)
  return { ...sent, dues }
}

export const payBy = (anyone: Caller, clientSecret: string, more: object = {}) =>
  anyone.raw(api.paySandboxCheckout, { clientSecret, card: visa, ...more })

/** Online payments, as the office sees them. */
export const onlinePayments = async (owner: Caller, id: string) =>
  (await owner(api.getContract, { id })).payments.filter(({ wasOnline }) => wasOnline)
