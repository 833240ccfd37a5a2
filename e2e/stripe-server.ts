// The server with PAYMENTS=stripe beside a local Stripe, in one process; a second port simulates what people do at
// Stripe.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openLocalStripe } from '../server/src/testing/stripe/local-stripe.ts'
import { confirmSetup, onboard, payCheckout } from '../server/src/testing/stripe/people.ts'

const stripe = await openLocalStripe()
const { PORT, PEOPLE_PORT } = process.env
stripe.state.hookUrl = `http://127.0.0.1:${PORT}/api/webhooks/payments`

type Asked = Record<string, string>
const acts: Record<string, (asked: Asked) => unknown> = {
  '/confirm-setup': ({ clientSecret = '', name = '', isAuthenticated }) =>
    confirmSetup(stripe, clientSecret, 'pm_card_authenticationRequiredOnSetup', { name, isAuthenticated: isAuthenticated === 'yes' }),
  '/pay': ({ clientSecret = '' }) => ({ status: payCheckout(stripe, clientSecret).status }),
  '/onboard': ({ accountId = '' }) => onboard(stripe, accountId) ?? {},
  '/faults': () => stripe.faults,
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const act = acts[request.url ?? '']
  const asked = JSON.parse((await text(request)) || '{}') as Asked
  response.writeHead(act ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(act?.(asked) ?? {}))
}
createServer((request, response) => void answer(request, response)).listen(Number(PEOPLE_PORT), '127.0.0.1')

Object.assign(process.env, stripe.environment)
await import('../server/src/main.ts')
