// A server that speaks Twilio's API. Like Twilio, it knows no idempotency key: what it is asked twice, it sends twice.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from './local-server.ts'
import { type Door, sqlIn } from './people.ts'

export interface Kept {
  sid: string
  kind: 'Messages' | 'Calls'
  to: string
  from: string
  /** Text of a message; a call has TwiML. */
  body: string
  twiml: string
  statusCallback: string
  createdAt: Date
}

/** How it handles a request to send: accepts it, refuses it, or doesn't answer, before or after accepting it. */
export type Mood = 'ok' | 'busy' | 'broken' | 'broken-after' | 'away-after' | 'silent' | 'silent-after' | 'blocked' | 'invalid'

const twilioAccount = `AC${'0'.repeat(32)}`
export const twilioToken = 'a token that only the tests know'

export interface TwilioServer {
  url: string
  kept: Kept[]
  /** Chosen for each request to send, by phone and number of attempts. */
  mood: (phone: string, attempt: number) => Mood
  /** Whether its list of sent messages can be queried. */
  remembers: boolean
  /** Its list doesn't yet contain what it has accepted. */
  isBehind: boolean
  /** Seconds that it sends with « too many requests ». */
  retryAfter: string | null
  /** Answers nothing before this resolves. */
  until: Promise<void>
  /** A phone about which it refuses queries. */
  unasked: string | null
  sentTo(phone: string): Kept[]
  /** Number of open connections. */
  connections(): Promise<number>
  environment(numbers: string): Record<string, string>
  close(): void
}

export async function openLocalTwilio(): Promise<TwilioServer> {
  const attempts = new Map<string, number>()
  const server = createServer((request, answer) => void handle(request, answer))
  const twilio: TwilioServer = {
    url: await listenLocally(server),
    kept: [],
    mood: () => 'ok',
    remembers: true,
    isBehind: false,
    retryAfter: null,
    until: Promise.resolve(),
    unasked: null,
    sentTo: (phone) => twilio.kept.filter(({ to }) => to === `+1${phone}`),
    connections: () => new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    close() {
      server.closeAllConnections()
      server.close()
    },
    environment: (numbers) => ({
      ALERTS: 'twilio',
      PUBLIC_URL: 'https://bordee.exemple.ca',
      DEMO: 'force',
      TWILIO_ACCOUNT_SID: twilioAccount,
      TWILIO_AUTH_TOKEN: twilioToken,
      TWILIO_NUMBERS: numbers,
      TWILIO_RATE: '1000',
      TWILIO_TIMEOUT: '1',
      TWILIO_LIST_LAG: '30',
      TWILIO_URL: twilio.url,
    }),
  }

  async function handle(request: IncomingMessage, answer: ServerResponse) {
    const url = new URL(request.url ?? '', twilio.url)
    const kind = /\/2010-04-01\/Accounts\/AC0{32}\/(Messages|Calls)\.json$/.exec(url.pathname)?.[1] as Kept['kind'] | undefined
    const isUs = request.headers.authorization === `Basic ${Buffer.from(`${twilioAccount}:${twilioToken}`).toString('base64')}`
    const form = new URLSearchParams(await text(request))
    if (!kind || !isUs) return say(answer, kind ? 401 : 404, { code: 20003, message: 'Authenticate' })
    if (request.method === 'GET') return list(kind, url.searchParams, answer)

    const to = form.get('To') ?? ''
    const attempt = (attempts.get(to) ?? 0) + 1
    attempts.set(to, attempt)
    const mood = twilio.mood(to.replace('+1', ''), attempt)
    await twilio.until
    if (mood === 'silent') return
    if (mood === 'busy') {
      if (twilio.retryAfter) answer.setHeader('retry-after', twilio.retryAfter)
      return say(answer, 429, { code: 20429, message: 'Too Many Requests' })
    }
    if (mood === 'broken') return say(answer, 500, { code: 20500, message: 'Internal Server Error' })
    if (mood === 'blocked') return say(answer, 400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' })
    if (mood === 'invalid') return say(answer, 400, { code: 21211, message: "Invalid 'To' Phone Number" })
    const made: Kept = {
      sid: `${kind === 'Messages' ? 'SM' : 'CA'}${randomBytes(16).toString('hex')}`,
      kind,
      to,
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      twiml: form.get('Twiml') ?? '',
      statusCallback: form.get('StatusCallback') ?? '',
      createdAt: new Date(),
    }
    twilio.kept.push(made)
    if (mood === 'silent-after') return
    if (mood === 'broken-after') return say(answer, 500, { code: 20500, message: 'Internal Server Error' })
    if (mood === 'away-after') return say(answer, 503, { code: 20503, message: 'Service Unavailable' })
    return say(answer, 201, shown(made))
  }

  function list(kind: Kept['kind'], query: URLSearchParams, answer: ServerResponse) {
    if (!twilio.remembers) return say(answer, 503, { code: 20503, message: 'Service Unavailable' })
    if (query.get('To') === `+1${twilio.unasked}`) return say(answer, 400, { code: 20001, message: 'Invalid parameter' })
    const listed = twilio.isBehind ? [] : twilio.kept
    const found = listed.filter((one) => one.kind === kind && one.to === query.get('To') && one.from === query.get('From'))
    return say(answer, 200, { [kind.toLowerCase()]: found.toReversed().map(shown), next_page_uri: null, page: 0, page_size: 50 })
  }
  return twilio
}

const shown = ({ sid, to, from, body, createdAt }: Kept) => ({
  sid,
  to,
  from,
  body,
  status: 'queued',
  account_sid: twilioAccount,
  date_created: createdAt.toUTCString().replace('GMT', '+0000'),
  date_sent: null,
})

function say(answer: ServerResponse, status: number, body: object) {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, ...body }))
}

/** A callback signed as Twilio documents it: the address, then each field's name and value, sorted by name. */
export function signed(url: string, form: Record<string, string>, token = twilioToken) {
  const told = Object.keys(form)
    .toSorted()
    .reduce((all, name) => `${all}${name}${form[name]}`, url)
  return {
    url: url.replace('https://bordee.exemple.ca', ''),
    method: 'POST' as const,
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(told).digest('base64'),
    },
  }
}

/** Moves what is being sent that many minutes into the past, by our clock and by Twilio's. */
export async function putBackClock(door: Pick<Door, 'work'>, { companyId }: { companyId: string }, twilio: TwilioServer, minutes: number) {
  const rows = await sqlIn(door, companyId)<{ id: string }>`
    update alert_deliveries
    set sending_at = sending_at - make_interval(mins => ${minutes})
    where status = 'sending'
    returning id`
  const ids = new Set(rows.map(({ id }) => id))
  for (const one of twilio.kept)
    if (ids.has(new URL(one.statusCallback).searchParams.get('deliveryId') ?? ''))
      one.createdAt = new Date(one.createdAt.getTime() - minutes * 60_000)
}
