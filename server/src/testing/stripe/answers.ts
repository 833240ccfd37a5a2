// How the local Stripe handles each request. Parameters are checked before, answers after.
import type { Stripe } from 'stripe'
import { type Behaviour, bankRefusal, found, type Memory, made, missing, Refusal, secondsNow, stripeId } from './memory.ts'

export interface Asked<P = Record<string, unknown>> {
  memory: Memory
  /** From the path. */
  id: string
  params: P
  /** The connected account the request is for; '' for the platform itself. */
  at: string
  tell(type: string, object: object, at?: string): void
}

type Answer = (asked: Asked<never>) => unknown

/** `limit`, cursors and `created` work the same for every list; newest first. */
export interface Listed {
  limit?: number
  starting_after?: string
  created?: { gte?: number; gt?: number; lt?: number; lte?: number }
}

export function pageOf<T extends { id: string; created?: number }>(all: Iterable<T>, { limit = 10, starting_after, created }: Listed) {
  if (limit < 1 || limit > 100) throw new Refusal(400, 'Invalid limit', { param: 'limit' })
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = created ?? {}
  const within = [...all].filter((one) => (one.created ?? 0) >= gte && (one.created ?? 0) < lt).toReversed()
  const from = starting_after === undefined ? 0 : within.findIndex(({ id }) => id === starting_after) + 1
  const data = within.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < within.length, url: '/v1' }
}

const local = <T extends { id: string }>(memory: Memory, things: Map<string, T>, at: string) =>
  [...things.values()].filter(({ id }) => (memory.places.get(id) ?? '') === at)

function foundAt<T extends { id: string }>(memory: Memory, things: Map<string, T>, what: string, id: string, at: string): T {
  const thing = found(things, what, id)
  if ((memory.places.get(id) ?? '') !== at) throw missing(what, id)
  return thing
}

/** The id of a reference that may be expanded. */
export const idOf = (named: string | { id: string } | null | undefined) => (typeof named === 'string' ? named : named?.id)

function take(memory: Memory, method: string, customer: string): Behaviour {
  const kept = found(memory.methods, 'PaymentMethod', method)
  if (kept.customer !== customer) throw new Refusal(400, 'The payment method does not belong to the customer.', { param: 'payment_method' })
  return memory.behaviours.get(method) ?? 'succeeds'
}

/** A successful payment, with its charge. */
export function paid(memory: Memory, at: string, amount: number, more: Partial<Stripe.PaymentIntent> = {}): Stripe.PaymentIntent {
  const id = stripeId('pi')
  const created = secondsNow()
  const charge = made<Stripe.Charge>('Charges', 'Charge', {
    id: stripeId('ch'),
    amount,
    amount_captured: amount,
    captured: true,
    created,
    currency: 'cad',
    paid: true,
    payment_intent: id,
    status: 'succeeded',
  })
  const intent = made<Stripe.PaymentIntent>('PaymentIntents', 'PaymentIntent', {
    id,
    amount,
    amount_received: amount,
    created,
    currency: 'cad',
    latest_charge: charge.id,
    status: 'succeeded',
    payment_method_types: ['card'],
    ...more,
  })
  memory.intents.set(id, intent)
  memory.charges.set(charge.id, charge)
  for (const one of [id, charge.id]) if (at) memory.places.set(one, at)
  return intent
}

const customers: Record<string, Answer> = {
  'POST /v1/customers': ({ memory, params }: Asked<Stripe.CustomerCreateParams>) => {
    const customer = made<Stripe.Customer>('Customers', 'Customer', {
      id: stripeId('cus'),
      created: secondsNow(),
      ...(params as Partial<Stripe.Customer>),
    })
    memory.customers.set(customer.id, customer)
    memory.unindexed.add(customer.id)
    return customer
  },
  'POST /v1/customers/(id)': ({ memory, id, params }: Asked<object>) =>
    Object.assign(found(memory.customers, 'customer', id), params as Partial<Stripe.Customer>),
  'DELETE /v1/customers/(id)': ({ memory, id }) => {
    found(memory.customers, 'customer', id)
    memory.customers.delete(id)
    for (const [method, { customer }] of memory.methods) if (customer === id) memory.methods.delete(method)
    return { id, object: 'customer', deleted: true }
  },
  'GET /v1/customers/search': ({ memory, params }: Asked<Stripe.CustomerSearchParams>) => {
    const [, name = '', value] = /^metadata\['(\w+)'\]:'([^']+)'$/.exec(params.query) ?? []
    if (!value) throw new Refusal(400, 'We were unable to parse your search query.', { param: 'query' })
    const data = [...memory.customers.values()].filter(({ id, metadata }) => metadata?.[name] === value && !memory.unindexed.has(id))
    return { object: 'search_result', data, has_more: false, url: '/v1/customers/search', next_page: null }
  },
}

const cards: Record<string, Answer> = {
  'POST /v1/setup_intents': ({ memory, params }: Asked<Stripe.SetupIntentCreateParams>) => {
    if (params.customer) found(memory.customers, 'customer', params.customer)
    const id = stripeId('seti')
    const setup = made<Stripe.SetupIntent>('SetupIntents', 'SetupIntent', {
      ...(params as Partial<Stripe.SetupIntent>),
      id,
      created: secondsNow(),
      client_secret: `${id}_secret_${stripeId('s')}`,
      status: 'requires_payment_method',
      payment_method_types: ['card'],
    })
    memory.setups.set(id, setup)
    return setup
  },
  'GET /v1/setup_intents': ({ memory, params }: Asked<Stripe.SetupIntentListParams & Listed>) =>
    pageOf(
      [...memory.setups.values()].filter(
        (one) =>
          (!params.customer || one.customer === params.customer) &&
          (!params.payment_method || one.payment_method === params.payment_method),
      ),
      params,
    ),
  'GET /v1/setup_intents/(id)': ({ memory, id }) => found(memory.setups, 'setupintent', id),
  'GET /v1/payment_methods/(id)': ({ memory, id }) => found(memory.methods, 'PaymentMethod', id),
  'POST /v1/payment_methods/(id)/detach': ({ memory, id }) => {
    const method = found(memory.methods, 'PaymentMethod', id)
    if (!method.customer)
      throw new Refusal(400, 'The payment method you provided is not attached to a customer so detachment is impossible.')
    return Object.assign(method, { customer: null })
  },
  'POST /v1/payment_intents': ({ memory, params, at }: Asked<Stripe.PaymentIntentCreateParams>) => {
    const behaviour = take(memory, params.payment_method ?? '', params.customer ?? '')
    const refusal = bankRefusal(behaviour)
    if (refusal) throw refusal
    if (behaviour === 'asks') throw asks()
    return paid(memory, at, params.amount, { customer: params.customer ?? null })
  },
}

const asks = () =>
  new Refusal(402, 'Your card was declined. This transaction requires authentication.', {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
  })

const accounts: Record<string, Answer> = {
  'POST /v1/accounts': ({ memory, params }: Asked<Stripe.AccountCreateParams>) => {
    if (params.controller?.losses?.payments === 'application' && params.controller.fees?.payer !== 'application')
      throw new Refusal(400, 'controller.losses.payments=application requires controller.fees.payer=application')
    const account = made<Stripe.Account>('Accounts', 'Account', {
      id: stripeId('acct'),
      created: secondsNow(),
      country: params.country ?? 'CA',
      type: 'none',
      metadata: params.metadata as Record<string, string>,
      requirements: made<Stripe.Account.Requirements>('Accounts', 'Account.Requirements', { disabled_reason: 'requirements.past_due' }),
    })
    memory.accounts.set(account.id, account)
    return account
  },
  'POST /v1/accounts/(id)': ({ memory, id, params }: Asked<Stripe.AccountUpdateParams>) =>
    Object.assign(theAccount(memory, id), { email: params.email ?? null }),
  'GET /v1/accounts/(id)': ({ memory, id }) => theAccount(memory, id),
  'GET /v1/accounts': ({ memory, params }: Asked<Listed>) => pageOf(memory.accounts.values(), params),
  'DELETE /v1/accounts/(id)': ({ memory, id }) => {
    theAccount(memory, id)
    const balance = local(memory, memory.charges, id).reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)
    if (balance > 0) throw new Refusal(400, 'This account has a balance and cannot be deleted.')
    memory.accounts.delete(id)
    return { id, object: 'account', deleted: true }
  },
  'POST /v1/accounts/(id)/login_links': ({ memory, id }) => {
    if (!theAccount(memory, id).details_submitted)
      throw new Refusal(400, 'Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: secondsNow(), url: `https://connect.stripe.test/express/${id}` }
  },
  'POST /v1/account_links': ({ memory, params }: Asked<Stripe.AccountLinkCreateParams>) => {
    theAccount(memory, params.account)
    if (!params.refresh_url || !params.return_url) throw new Refusal(400, 'You must provide refresh_url and return_url.')
    const url = `https://connect.stripe.test/setup/${params.account}`
    return { object: 'account_link', created: secondsNow(), expires_at: secondsNow() + 300, url }
  },
  'POST /v1/account_sessions': ({ memory, params }: Asked<Stripe.AccountSessionCreateParams>) => {
    theAccount(memory, params.account)
    return made<Stripe.AccountSession>('AccountSessions', 'AccountSession', {
      account: params.account,
      client_secret: `accs_secret_${stripeId('s')}`,
      expires_at: secondsNow() + 3600,
    })
  },
}

/** Stripe tells a platform nothing about an account that was deleted or is not connected to it. */
export function theAccount(memory: Memory, id: string): Stripe.Account {
  const account = memory.accounts.get(id)
  if (!account)
    throw new Refusal(403, `The provided key does not have access to account '${id}' (or that account does not exist).`, {
      code: 'account_invalid',
    })
  return account
}

const checkouts: Record<string, Answer> = {
  'POST /v1/checkout/sessions': ({ memory, params, at }: Asked<Stripe.Checkout.SessionCreateParams>) => {
    if (!at || !theAccount(memory, at).charges_enabled)
      throw new Refusal(400, 'Your account cannot currently make charges.', { code: 'account_invalid_state' })
    if (params.ui_mode === 'embedded_page' && params.redirect_on_completion !== 'never' && !params.return_url)
      throw new Refusal(400, 'Missing required param: return_url.', { code: 'parameter_missing', param: 'return_url' })
    const id = stripeId('cs_test')
    const amount = (params.line_items ?? []).reduce(
      (sum, { quantity = 1, price_data }) => sum + quantity * (price_data?.unit_amount ?? 0),
      0,
    )
    const session = made<Stripe.Checkout.Session>('Checkout/Sessions', 'Session', {
      id,
      amount_total: amount,
      amount_subtotal: amount,
      client_reference_id: params.client_reference_id ?? null,
      client_secret: `${id}_secret_${stripeId('s')}`,
      created: secondsNow(),
      currency: 'cad',
      expires_at: secondsNow() + 86_400,
      metadata: params.metadata as Record<string, string>,
      mode: 'payment',
      payment_status: 'unpaid',
      status: 'open',
      ui_mode: params.ui_mode ?? null,
    })
    memory.sessions.set(id, session)
    memory.places.set(id, at)
    return session
  },
  'GET /v1/checkout/sessions/(id)': ({ memory, id, at }) => {
    theAccount(memory, at)
    return foundAt(memory, memory.sessions, 'checkout.session', id, at)
  },
  'GET /v1/checkout/sessions': ({ memory, params, at }: Asked<Listed>) => pageOf(local(memory, memory.sessions, at), params),
  'POST /v1/checkout/sessions/(id)/expire': ({ memory, id, at, tell }) => {
    theAccount(memory, at)
    const session = foundAt(memory, memory.sessions, 'checkout.session', id, at)
    if (session.status !== 'open') throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    Object.assign(session, { status: 'expired' })
    tell('checkout.session.expired', session, at)
    return session
  },
}

const movements: Record<string, Answer> = {
  'GET /v1/payment_intents/(id)': ({ memory, id, at, params }: Asked<{ expand?: string[] }>) => {
    const intent = foundAt(memory, memory.intents, 'payment_intent', id, at)
    const isWhole = params.expand?.includes('latest_charge')
    return isWhole ? { ...intent, latest_charge: memory.charges.get(idOf(intent.latest_charge) ?? '') ?? null } : intent
  },
  'GET /v1/charges': ({ memory, params, at }: Asked<Listed>) => pageOf(local(memory, memory.charges, at), params),
  'GET /v1/refunds': ({ memory, params, at }: Asked<Stripe.RefundListParams & Listed>) =>
    pageOf(
      local(memory, memory.refunds, at).filter((one) => !params.payment_intent || one.payment_intent === params.payment_intent),
      params,
    ),
  'POST /v1/refunds': ({ memory, params, at, tell }: Asked<Stripe.RefundCreateParams>) => refunded(memory, params, at, tell),
  'GET /v1/disputes': ({ memory, params, at }: Asked<Stripe.DisputeListParams & Listed>) =>
    pageOf(
      local(memory, memory.disputes, at).filter((one) => !params.payment_intent || one.payment_intent === params.payment_intent),
      params,
    ),
  'GET /v1/balance_transactions': ({ memory, params, at }: Asked<Listed & { expand?: string[] }>) => {
    const page = pageOf(local(memory, memory.moved, at), params)
    if (!params.expand?.includes('data.source')) return page
    return { ...page, data: page.data.map((one) => ({ ...one, source: memory.disputes.get(idOf(one.source) ?? '') ?? one.source })) }
  },
}

export function refunded(memory: Memory, params: Stripe.RefundCreateParams, at: string, tell: Asked['tell']): Stripe.Refund {
  const intent = foundAt(memory, memory.intents, 'payment_intent', params.payment_intent ?? '', at)
  const charge = found(memory.charges, 'charge', idOf(intent.latest_charge) ?? '')
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw new Refusal(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' })
  const amount = params.amount ?? left
  if (amount > left) throw new Refusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
  const refund = made<Stripe.Refund>('Refunds', 'Refund', {
    id: stripeId('re'),
    amount,
    charge: charge.id,
    created: secondsNow(),
    currency: 'cad',
    metadata: (params.metadata || {}) as Record<string, string>,
    payment_intent: intent.id,
    status: 'succeeded',
  })
  memory.refunds.set(refund.id, refund)
  if (at) memory.places.set(refund.id, at)
  charge.amount_refunded += amount
  tell('charge.refunded', charge, at)
  return refund
}

export const answers: Record<string, Answer> = { ...customers, ...cards, ...accounts, ...checkouts, ...movements }
export { asks, take }
