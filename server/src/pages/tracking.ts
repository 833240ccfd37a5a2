// Serves residents' own pages (docs/product/tracking.md). No script, no cookie: a link is all that a resident has. What changes
// something is posted, so that a phone that previews a link changes nothing.
import { createHash, randomUUID } from 'node:crypto'
import { quietHours } from '@bordee/core/alerts/hours.ts'
import { Problem } from '@bordee/core/problem.ts'
import { sentReport } from '@bordee/core/tracking/report.ts'
import { isTrackingToken, trackingPath } from '@bordee/core/tracking/tracking-link.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Work } from '../engine/ctx.ts'
import { transaction } from '../engine/db/db.ts'
import { addressOf } from '../engine/http/addresses.ts'
import { Allowance } from '../engine/http/allowance.ts'
import { compressAnswers } from '../engine/http/compression.ts'
import { workOf } from '../engine/http/contexts.ts'
import { Recent } from '../engine/recent.ts'
import type { Server } from '../engine/server.ts'
import { setQuietHours } from '../occupants/occupants.queries.ts'
import { noteMovedCar } from '../replies/moved-cars.ts'
import { receiveReport } from '../replies/reports.ts'
import { findResident, type Resident, unsubscribe } from '../tracking/residents.ts'
import { siteStatusOf } from '../tracking/site-statuses.ts'
import type { Written } from './bulletin-page.ts'
import {
  deadLinkPage,
  type FormName,
  formPage,
  forms,
  type Note,
  notes,
  refusedPage,
  statusPage,
  tooManyVisitsPage,
} from './tracking-page.ts'

/** Thousands of phones of one carrier share an address; a link is read again every minute. */
const visitsOfAddress = { perSecond: 50, most: 500 }
const visitsOfLink = { perSecond: 0.5, most: 30 }
/** Links that open nothing, for one address: 128 bits can't be guessed, but looking costs a connection. */
const missesOfAddress = { perSecond: 0.2, most: 20 }
/** Links that opened lately are not looked for in vain: whoever shares an address may have used up its misses. */
const mostOpened = 20_000
/** What one link may post: a resident reports a few things in a night. */
const postsOfLink = { perSecond: 0.02, most: 12 }

/** Seconds after which a browser reads the page again. */
const refresh = '60'
const largestPost = 8 * 1024

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  token: string
}

type Answer = { page: Written; refreshes?: boolean; status?: number } | { redirect: string }

export function serveTracking(app: FastifyInstance, server: Server) {
  const [visits, ofLink] = [new Allowance(visitsOfAddress), new Allowance(visitsOfLink)]
  const [misses, posts] = [new Allowance(missesOfAddress), new Allowance(postsOfLink)]
  const opened = new Recent<string, true>(mostOpened)

  /** One transaction for the resident whose link it is; nothing is published before it has committed. */
  async function serve({ request, reply, token }: Visit, answer: (work: Work, resident: Resident) => Promise<Answer>) {
    const from = addressOf(request)
    const isPost = request.method === 'POST'
    if (!isTrackingToken(token)) return send(reply, request, { page: deadLinkPage(), status: 404 })
    const isKnown = opened.get(token) === true
    const tooMany = () => send(reply.header('retry-after', '60'), request, { page: tooManyVisitsPage(), status: 429 })
    if (!visits.take(from) || (!isKnown && !misses.take(from))) return tooMany()
    if (!(isPost ? posts : ofLink).take(token)) {
      if (!isKnown) misses.giveBack(from) // nothing was looked for
      return tooMany()
    }
    const after: (() => void)[] = []
    const share = () => server.shares.connectionsOfPerson.enter(from)
    const given = await transaction(
      server.pool,
      {},
      async (tx): Promise<Answer> => {
        const work = workOf(server, tx, (tell) => after.push(tell))
        const resident = await findResident(work, token)
        if (!resident) {
          opened.delete(token)
          return { page: deadLinkPage(), status: 404 }
        }
        if (!isKnown) misses.giveBack(from)
        opened.set(token, true)
        return answer(work, resident)
      },
      share,
    ).catch((error: unknown): Answer => {
      if (!(error instanceof Problem)) throw error
      return { page: refusedPage(error.message), status: error.status }
    })
    for (const tell of after) tell()
    return send(reply, request, given)
  }

  const show = ({ request, reply, token }: Visit) =>
    serve({ request, reply, token }, async (work, resident) => {
      const status = await siteStatusOf(work, resident)
      const { fait } = request.query as { fait?: string }
      const note = fait !== undefined && Object.hasOwn(notes, fait) ? (fait as Note) : null
      return { page: statusPage({ resident, token, now: work.now }, status ?? { is: 'idle' }, note), refreshes: note === null }
    })

  void app.register(async (inside) => {
    compressAnswers(inside)
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestPost },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const visit = (request: FastifyRequest, reply: FastifyReply): Visit => ({
      request,
      reply,
      token: (request.params as { token: string }).token,
    })
    const config = { call: 'tracking' }

    inside.get('/s/:token', { config }, (request, reply) =>
      reply.redirect(trackingPath(encodeURIComponent(visit(request, reply).token)), 302),
    )
    inside.get('/suivi/:token', { config }, (request, reply) => show(visit(request, reply)))

    inside.get('/suivi/:token/:form', { config }, (request, reply) => {
      const { form } = request.params as { form: string }
      if (!isForm(form)) return send(reply, request, { page: deadLinkPage(), status: 404 })
      return serve(visit(request, reply), async (work, resident) => ({
        page: formPage({ resident, token: visit(request, reply).token, now: work.now }, form, { reportId: randomUUID(), wrong: null }),
      }))
    })

    inside.post('/suivi/:token/:form', { config }, (request, reply) => {
      const { form } = request.params as { form: string }
      const posted = (request.body ?? {}) as Record<string, string>
      const { token } = visit(request, reply)
      return serve(visit(request, reply), async (work, resident) => {
        const done = (note: Note): Answer => ({ redirect: `${trackingPath(token)}?fait=${note}` })
        const again = (name: FormName, wrong: string): Answer => ({
          page: formPage({ resident, token, now: work.now }, name, { reportId: randomUUID(), wrong }),
          status: 422,
        })
        if (form === 'deplace') {
          await noteMovedCar(work, { ...resident, source: 'link' })
          return done('deplace')
        }
        if (form === 'signaler') {
          const sent = sentReport.safeParse(posted)
          if (!sent.success) return again('signaler', sent.error.issues[0]?.message ?? '')
          await receiveReport(work, { ...resident, ...sent.data, text: sent.data.text ?? '', source: 'link' })
          return done('signale')
        }
        if (form === 'tranquillite') {
          const sent = quietHours.safeParse(posted.aucune ? null : { startAt: posted.startAt, endAt: posted.endAt })
          if (!sent.success) return again('tranquillite', sent.error.issues[0]?.message ?? '')
          await setQuietHours(work, resident, sent.data)
          return done('tranquillite')
        }
        if (form === 'desabonnement') {
          await unsubscribe(work, resident)
          return done('desabonne')
        }
        return { page: deadLinkPage(), status: 404 }
      })
    })
  })
}

const isForm = (name: string): name is FormName => (forms as readonly string[]).includes(name)

function send(reply: FastifyReply, request: FastifyRequest, answer: Answer) {
  reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303)
  const { page, refreshes = false, status = 200 } = answer
  reply.header('content-security-policy', page.policy).type('text/html; charset=utf-8')
  if (!refreshes) return reply.code(status).send(page.html)
  // Said of the moment it was made, so a page that says the same as before is not sent again.
  const etag = `W/"${createHash('sha256').update(page.html).digest('base64url').slice(0, 24)}"`
  reply.headers({ refresh, etag, 'cache-control': 'private, no-cache' })
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.code(status).send(page.html)
}
