// A server in a separate process handles everything that carries a secret, and fails while holding one: neither its
// output nor PostgreSQL's log contains any of them.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { stepAt, totpOf } from '../identity/totp.ts'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { testSecret } from '../testing/cluster.ts'
import { testPassword } from '../testing/people.ts'
import { appUrlOf, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const program = fileURLToPath(new URL('../testing/victim.ts', import.meta.url))
const child = spawn(process.execPath, [program, appUrlOf(server), testSecret, JSON.stringify({ DEMO: '1' })])
afterAll(() => child.kill('SIGKILL'))
let printed = ''
for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
await once(child.stdout, 'data')
const origin = `http://127.0.0.1:${printed.trim()}`

interface Answered {
  status: number
  body: Record<string, unknown>
}

async function send(row: CallRow, input: object, { token, ...headers }: Record<string, string> = {}): Promise<Answered> {
  const answer = await fetch(`${origin}/api${row.path}`, {
    method: row.verbs[0] ?? 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify(input),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

const unguessable = () => randomBytes(9).toString('hex')

test('no secret handled during a day appears in any log', async () => {
  const { companyId } = await server.newCompany()
  const email = `journal.${unguessable()}@exemple.ca`
  const accountId = await server.newAccount(email, { companyId, role: 'owner' })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`insert into clients (company_id, name, email) values (${companyId}, 'Folder', ${email})`
  })
  const secrets: string[] = [testSecret, testPassword]
  const note = <T>(secret: T): T => {
    expect(String(secret).length).toBeGreaterThanOrEqual(6)
    secrets.push(String(secret))
    return secret
  }
  const { signIn, confirmResetCode, retrieveSignInLinkToken, signInWithToken, refreshToken, updatePassword } = identityCalls
  const { beginSecondFactor, confirmSecondFactor, takeSecondStep } = secondFactorCalls

  // Passwords: wrong, reset, changed, and one in the wrong place.
  expect((await send(signIn, { email, password: note(`faux-${unguessable()}`) })).status).toBe(401)
  expect((await send(signIn, { email: { password: note(unguessable()) }, password: [note(unguessable())] })).status).toBe(422)
  expect((await send(signIn, { email: `\u0000${email}`, password: note(unguessable()) })).status).toBeLessThan(500)
  await send(accountCalls.resetPassword, { email })
  const reset = note((await server.letterTo(email, /nouveau mot de passe/)).code)
  const chosen = note(`choisi-${unguessable()}`)
  expect((await send(confirmResetCode, { code: reset, password: chosen })).status).toBe(200)
  expect((await send(confirmResetCode, { code: reset, password: chosen })).status).toBe(422)

  // Sign-in links and tokens.
  await send(accountCalls.sendSignInLink, { email }, { recaptcha: await solveEasyCaptcha(server) })
  const link = note((await server.letterTo(email, /lien de connexion/)).code)
  const linked = await send(retrieveSignInLinkToken, { email, code: link })
  expect((await send(signInWithToken, { token: note(linked.body.token) })).status).toBe(200)
  const session = await send(signIn, { email, password: chosen, persistence: 'none' })
  const token = note(String(session.body.token))
  note(session.body.refreshToken)
  const renewed = await send(refreshToken, { refreshToken: session.body.refreshToken })
  note(renewed.body.token)
  note(renewed.body.refreshToken)
  const next = note(`suivant-${unguessable()}`)
  expect((await send(updatePassword, { password: next }, { token })).status).toBe(200)

  // A card, a tracker and a second factor.
  const card = { name: 'Paule Tremblay', number: note('4000056655665556'), cvc: '737', expMonth: 4, expYear: 2097 }
  expect((await send(paymentCalls.addPaymentMethod, { card }, { token })).status).toBeLessThan(500)
  const device = await send(deviceCalls.createDevice, { device: { name: 'Camion' } }, { token })
  await fetch(`${origin}/api/devices/ingest?id=${note(String(device.body.key))}&lat=46.8&lon=-71.2&timestamp=1`, { method: 'POST' })
  const factor = await send(beginSecondFactor, {}, { token })
  const phone = note(String(factor.body.secret))
  const step = stepAt(new Date())
  const confirmed = await send(confirmSecondFactor, { code: totpOf(phone, step) }, { token })
  for (const code of confirmed.body.recoveryCodes as string[]) note(code)
  const asked = await send(signIn, { email, password: next })
  const ticket = note(String(asked.body.ticket))
  expect((await send(takeSecondStep, { ticket, code: 'zzzzz-zzzzz' })).status).toBe(422)
  const [recovery] = confirmed.body.recoveryCodes as string[]

  // The server fails while it handles a password, a ticket and a code.
  await server.sql('alter table sessions rename to sessions_away')
  const broken = await send(takeSecondStep, { ticket, code: recovery })
  const alsoBroken = await send(refreshToken, { refreshToken: renewed.body.refreshToken })
  await server.sql('alter table sessions_away rename to sessions')
  expect([broken.status, alsoBroken.status]).toEqual([500, 500])
  expect((await send(takeSecondStep, { ticket, code: recovery })).status).toBe(200)

  child.kill('SIGTERM')
  await once(child, 'close')
  const logs = { server: printed, postgres: readFileSync(inject('postgresLog'), 'utf8') }
  expect(logs.server).toContain(String(broken.body.requestId)) // proves that this is this server's log, and that it logs
  expect(logs.postgres).toContain('relation "sessions" does not exist')
  expect(secrets.length).toBeGreaterThan(25)
  for (const [name, log] of Object.entries(logs))
    expect(
      secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase())),
      name,
    ).toEqual([])
  expect(logs.server).not.toContain(accountId)
  expect(logs.server).not.toContain(email)
})
