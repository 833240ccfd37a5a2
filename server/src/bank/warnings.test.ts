// Owners are warned about their bank in time: once, in the morning of their time zone.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import type { LetterContent } from '../engine/documents/letters.ts'
import { newOccupant, newSender } from '../testing/alerts.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import { enqueueDueCompanies, watchBank } from './bank.jobs.ts'

const server = await openTestServer()
const { addLot, adjustBank } = bankCalls
const today = () => todayIn('America/Toronto', new Date())

/** A company with three occupants and a bank of `amount` alerts. */
async function newBank(amount: number, expiresAt: string | null = null) {
  const sender = await newSender(server, { bank: 0 })
  for (let i = 0; i < 3; i++) await newOccupant(sender.owner)
  if (amount > 0) await sender.super_admin(addLot, { companyId: sender.companyId, transaction: { amount, expiresAt } })
  return sender
}

/** What its owners are told when its clock is `days` ahead. */
async function watch({ companyId, owner }: { companyId: string; owner: Caller }, days = 0): Promise<string[]> {
  const { email } = await owner(accountCalls.getCurrentAccount)
  const told: string[] = []
  await server.work((work) => {
    const later = async (_: unknown, data: object) => {
      const letter = data as LetterContent
      expect(letter.to).toBe(email)
      told.push(...letter.paragraphs.slice(1))
    }
    return watchBank({ ...work, later, now: new Date(Date.now() + days * 86_400_000) }, { companyId })
  })
  return told
}

test('owners are told once that the bank would not cover a send to everybody, and again after it was refilled', async () => {
  const bank = await newBank(3)
  const { companyId, super_admin: staff } = bank
  expect(await watch(bank)).toEqual([])

  await staff(adjustBank, { companyId, amount: 2 })
  const low = 'Il reste 2\u00a0alertes dans la banque, et un envoi à tous vos occupants en demande 3\u00a0alertes.'
  expect(await watch(bank, 1)).toEqual([low])
  expect(await watch(bank, 1)).toEqual([]) // another server, the same morning
  expect(await watch(bank, 2)).toEqual([])

  await staff(adjustBank, { companyId, amount: 3 })
  expect(await watch(bank, 3)).toEqual([])
  await staff(adjustBank, { companyId, amount: 0 })
  expect(await watch(bank, 4)).toHaveLength(1)
})

test('owners are told once that a lot expires within a week', async () => {
  const bank = await newBank(10, addDays(today(), 9))
  expect(await watch(bank)).toEqual([])
  expect(await watch(bank, 2)).toEqual([expect.stringMatching(/^10\u00a0alertes de la banque expirent après le /)])
  expect(await watch(bank, 3)).toEqual([])
})

test('the clock checks filled banks, after nine in the morning of the company’s time zone', async () => {
  const { companyId } = await newBank(5)
  const empty = await newBank(0)
  const asked = (now: Date) =>
    server.work(async (work) => {
      const companies: string[] = []
      await enqueueDueCompanies({ ...work, now, later: async (_, data) => void companies.push((data as { companyId: string }).companyId) })
      return companies
    })
  expect(await asked(new Date('2031-01-10T13:59:00Z'))).not.toContain(companyId) // 8:59 in Québec
  const atNine = await asked(new Date('2031-01-10T14:00:00Z'))
  expect(atNine).toContain(companyId)
  expect(atNine).not.toContain(empty.companyId)
})
