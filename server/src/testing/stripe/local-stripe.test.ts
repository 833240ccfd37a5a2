// The local Stripe must be as strict as the real one, or tests against it prove nothing.
import { expect, test } from 'vitest'
import { apiVersion, openApiVersion, operations } from './description.ts'
import { openStripe } from './open.ts'
import { answerFaults, blank } from './shapes.ts'

const stripe = await openStripe()

async function ask(what: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = what.split(' ')
  const encoded = new URLSearchParams(form).toString()
  const answer = await fetch(`${stripe.url}${path}${method === 'GET' && encoded ? `?${encoded}` : ''}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_local',
      'stripe-version': apiVersion,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' && { body: encoded }),
  })
  const body = (await answer.json()) as { id: string; error?: { type: string; code?: string; param?: string } }
  return { status: answer.status, body, isReplayed: answer.headers.get('idempotent-replayed') === 'true' }
}

test('it is read from the description that the SDK was generated from', () => {
  expect(openApiVersion).toMatch(/^v\d+$/)
  expect(operations.length).toBeGreaterThan(100)
})

test.each([
  ['POST /v1/customers', { nom: 'Neige' }, 'parameter_unknown', 'nom'],
  ['POST /v1/customers', { 'address[rue]': 'x' }, 'parameter_unknown', 'address[rue]'],
  ['POST /v1/account_links', { type: 'account_onboarding' }, 'parameter_missing', 'account'],
  ['POST /v1/account_links', { account: 'acct_1', type: 'visit' }, 'parameter_invalid', 'type'],
  ['POST /v1/refunds', { amount: 'much' }, 'parameter_invalid', 'amount'],
  ['POST /v1/invoices', { auto_advance: 'perhaps' }, 'parameter_invalid', 'auto_advance'],
  [
    'POST /v1/checkout/sessions',
    { 'line_items[0][price_data][unit_amount]': '5' },
    'parameter_missing',
    'line_items[0][price_data][currency]',
  ],
  ['GET /v1/invoices', { 'created[since]': '5' }, 'parameter_unknown', 'created[since]'],
])('%s with %j is refused', async (what, form, code, param) => {
  expect(await ask(what, form)).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error', code, param } } })
})

test('a wrong key, version, address or account is refused', async () => {
  expect((await ask('POST /v1/customers', {}, { authorization: 'Bearer sk_test_other' })).status).toBe(401)
  expect((await ask('POST /v1/customers', {}, { 'stripe-version': '2020-08-27' })).status).toBe(400)
  expect((await ask('POST /v1/clients')).status).toBe(404)
  expect(await ask('GET /v1/charges', {}, { 'stripe-account': 'acct_none' })).toMatchObject({
    status: 403,
    body: { error: { code: 'account_invalid' } },
  })
})

test('an idempotency key gives the same answer again, refusals included, and rejects other parameters', async () => {
  const headers = { 'idempotency-key': 'une-clé'.normalize('NFD').replace(/[^a-z-]/g, '') }
  const first = await ask('POST /v1/customers', { name: 'Neige' }, headers)
  expect(await ask('POST /v1/customers', { name: 'Neige' }, headers)).toEqual({ ...first, isReplayed: true })
  expect(await ask('POST /v1/customers', { name: 'Autre' }, headers)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  })
  const refused = await ask('POST /v1/setup_intents', { customer: 'cus_none' }, { 'idempotency-key': 'deux' })
  expect(refused).toMatchObject({ status: 404, isReplayed: false })
  expect(await ask('POST /v1/setup_intents', { customer: 'cus_none' }, { 'idempotency-key': 'deux' })).toMatchObject({
    status: 404,
    isReplayed: true,
  })
  stripe.forgetKeys()
  expect((await ask('POST /v1/customers', { name: 'Neige' }, headers)).body.id).not.toBe(first.body.id)
})

test('a second concurrent request with the same key gets a 409', async () => {
  const held = stripe.hold(/POST \/v1\/customers$/, 'before')
  const first = ask('POST /v1/customers', {}, { 'idempotency-key': 'trois' })
  await held.reached
  expect(await ask('POST /v1/customers', {}, { 'idempotency-key': 'trois' })).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_key_in_use' } },
  })
  held.release()
  expect((await first).status).toBe(200)
})

test('an answer that Stripe would not give is detected', () => {
  const refund = { is: 'name', name: 'Refund', file: 'Refunds', within: '' } as const
  const good = blank(refund) as object
  expect(answerFaults(refund, good)).toEqual([])
  expect(answerFaults(refund, { ...good, amount: '5', reason: 'because', extra: 1 })).toHaveLength(3)
  expect(answerFaults(refund, { ...good, currency: undefined })).toEqual(['.currency is missing'])
})
