// A mailbox receives only so many letters a day, whoever has them sent; and what comes back later is recorded.
import { createHmac, randomUUID } from 'node:crypto'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { mailHookCalls } from '@bordee/core/platform/mail-hooks.calls.ts'
import { expect, test } from 'vitest'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { countLetter, lettersPerDay, mailboxFull } from '../engine/jobs/mailboxes.ts'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { newContract } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { openSmtp } from '../testing/smtp.ts'
import { soon } from '../testing/soon.ts'

const server = await openTestServer()
let made = 0
const newEmail = () => `boite${++made}@exemple.ca`

const letter = (to: string) => ({ id: randomUUID(), to, isProven: false, always: false, about: undefined })

/** Its mailbox has had all the letters of a day. */
async function fill(email: string) {
  for (let n = 0; n < lettersPerDay.unproven; n++) await server.work((work) => countLetter(work, letter(email)))
}

test('of letters that leave at the same time, no more than the share of a mailbox do', async () => {
  const to = newEmail()
  const spellings = [to, to.toUpperCase(), to.replace('@', '+neige@')]
  const letters = Array.from({ length: lettersPerDay.unproven + 9 }, (_, n) => letter(spellings[n % 3] ?? ''))
  const left = await Promise.all(letters.map((one) => server.work((work) => countLetter(work, one))))
  expect(left.filter(Boolean)).toHaveLength(lettersPerDay.unproven)

  // A retry is not another letter, and what must leave does.
  const again = await Promise.all(letters.map((one) => server.work((work) => countLetter(work, one))))
  expect(again).toEqual(left)
  expect(await server.work((work) => countLetter(work, { ...letter(to), always: true }))).toBe(true)
  expect(await server.work((work) => countLetter(work, { ...letter(to), isProven: true }))).toBe(true)
  expect(await server.work((work) => countLetter(work, letter(newEmail())))).toBe(true)
})

test('Gmail delivers « p.aul@gmail.com » to « paul@googlemail.com »: it is one mailbox', async () => {
  await fill('paul@gmail.com')
  for (const email of ['p.aul@gmail.com', 'pa.ul+neige@googlemail.com'])
    expect(await server.work((work) => countLetter(work, letter(email)))).toBe(false)
  expect(await server.work((work) => countLetter(work, letter('p.aul@exemple.ca')))).toBe(true)
})

test('a contract whose client’s mailbox is full is shown to the office as refused, and the next day it leaves', async () => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  await fill(email)
  const { id } = await newContract(owner, { email })
  await owner(contractCalls.sendContracts, { contractIds: [id] })
  await soon(async () => expect(await owner(contractCalls.getContractSending)).toMatchObject({ refused: [{ id, message: mailboxFull }] }))
  expect(await owner(contractCalls.listContractHistory, { contractId: id })).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining(mailboxFull) }),
  )
  expect(await server.sql('select from outbox where "to" = $1', [email])).toEqual([])

  await server.sql(`update mailbox_letters set created_at = created_at - interval '25 hours'`)
  await owner(contractCalls.sendContracts, { contractIds: [id] })
  await server.letterTo(email, /contrat/)
})

test('an invitation that a full mailbox does not get shows beside the access, until another one leaves', async () => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  await fill(email)
  const account = { firstName: 'Paul', lastName: 'Roy', email, role: 'employee' as const, invite: true }
  const { id } = await owner(accountCalls.createAccount, { account })
  await soon(async () => expect(await owner(accountCalls.getAccount, { id })).toMatchObject({ letterRefusal: mailboxFull }))

  await server.sql(`update mailbox_letters set created_at = created_at - interval '25 hours'`)
  await owner(accountCalls.updateAccount, { id, account: { invite: true } })
  await server.letterTo(email, /accès/)
  await soon(async () => expect(await owner(accountCalls.getAccount, { id })).toMatchObject({ letterRefusal: null }))
})

test('a full mailbox still gets its reset and its sign-in link, for a captcha', async () => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  await server.newAccount(email)
  await newClient(owner, { email })
  await fill(email)
  expect(await server.anyone.raw(accountCalls.resetPassword, { email })).toMatchObject({ status: 422, body: { code: 'captcha-required' } })
  for (const call of [accountCalls.resetPassword, accountCalls.sendSignInLink])
    expect((await server.anyone.raw(call, { email }, { headers: { recaptcha: await solveEasyCaptcha(server) } })).status).toBe(200)
  await server.letterTo(email, /mot de passe/)
  await server.letterTo(email, /lien de connexion/)
})

test('a second reset within an hour takes the captcha, and no number of them locks the holder out', async () => {
  const email = newEmail()
  await server.newAccount(email)
  const ask = async (captcha: boolean) =>
    server.anyone.raw(accountCalls.resetPassword, { email }, captcha ? { headers: { recaptcha: await solveEasyCaptcha(server) } } : {})
  expect((await ask(false)).status).toBe(200)
  for (let n = 0; n < 12; n++) expect(await ask(false)).toMatchObject({ status: 422, body: { code: 'captcha-required' } })
  expect((await ask(true)).status).toBe(200)
  await server.letterTo(email, /mot de passe/, 2)
})

test('who asks for the letter that proves their address reads that the mailbox is full', async () => {
  const { owner } = await server.newCompany()
  await server.sql('update accounts set email_verified_at = null where id = $1', [owner.accountId])
  const { email } = await owner(accountCalls.getCurrentAccount)
  await fill(email)
  expect(await owner.raw(identityCalls.sendEmailVerification)).toMatchObject({
    status: 409,
    body: { code: 'mailbox-full', message: mailboxFull },
  })
})

const signingKey = 'cle-de-signature'

/** As Mailgun posts it. */
function mailgun(event: object, key = signingKey, hoursAgo = 0) {
  const [timestamp, token] = [Math.floor(Date.now() / 1000 - 3600 * hoursAgo), randomUUID()]
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return { payload: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }) }
}

test('a letter that comes back days later is refused as if at once, once', async () => {
  const { received, environment } = await openSmtp()
  const sending = await openTestServer({ ...environment, MAILGUN_SIGNING_KEY: signingKey })
  const { owner } = await sending.newCompany()
  const email = newEmail()
  const { id } = await newContract(owner, { email })
  await owner(contractCalls.sendContracts, { contractIds: [id] })
  await soon(() => expect(received).toHaveLength(1))
  await soon(async () => expect(await owner(contractCalls.getContractSending)).toMatchObject({ sent: 1, refused: [] }))
  const messageId = /^Message-ID: <(.+)>/im.exec(received[0]?.source ?? '')?.[1]
  const bounce = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: email,
    message: { headers: { 'message-id': messageId, to: email } },
    'delivery-status': { code: 550, message: `5.1.1 <${email}>: Recipient address rejected:\tUser unknown` },
  }
  const post = (posted: { payload: string }) => sending.anyone.raw(mailHookCalls.hearMail, {}, posted)
  const refusals = async () =>
    (await owner(contractCalls.listContractHistory, { contractId: id })).filter(({ detail }) => detail?.includes('User unknown'))

  expect((await post(mailgun(bounce, 'une autre cle'))).status).toBe(403)
  for (const hoursAgo of [25, -1]) expect((await post(mailgun(bounce, signingKey, hoursAgo))).status).toBe(403)
  expect((await post({ payload: 'pas du JSON' })).status).toBe(403)
  expect((await post(mailgun({ ...bounce, severity: 'temporary' }))).status).toBe(200)
  expect((await post(mailgun({ ...bounce, message: { headers: { 'message-id': 'autre@ailleurs.ca' } } }))).status).toBe(200)
  expect(await refusals()).toEqual([])

  for (let again = 0; again < 2; again++) expect((await post(mailgun(bounce))).status).toBe(200)
  expect(await refusals()).toHaveLength(1)
  expect(await owner(contractCalls.getContractSending)).toMatchObject({
    refused: [{ id, email, message: '5.1.1 Recipient address rejected: User unknown' }],
  })
})

test('where no key is set, nobody reports anything', async () => {
  expect((await server.anyone.raw(mailHookCalls.hearMail, {}, mailgun({ event: 'failed' }, ''))).status).toBe(403)
  await server.work((work) => mailLater(work, { to: 'x@exemple.ca', subject: 'Essai', paragraphs: [] }))
  await server.letterTo('x@exemple.ca')
})
