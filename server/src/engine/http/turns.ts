// Who waits for whom: each person and each company gets only its share of connections, long bodies and whole lists.
import { Readable } from 'node:stream'
import { type CallRow, drawings } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import type { Actor } from '../ctx.ts'
import { Recent } from '../recent.ts'
import type { Server } from '../server.ts'
import { addressOf } from './addresses.ts'

/**
 * The company an account was last seen working in: a guess, good enough to choose the queue before anything is read. A
 * client works in none: clients must not be able to fill the queue of the company that serves them.
 */
const lastCompanies = new Recent<string, string>(50_000)
export function noteCompany({ accountId, companyId, role }: Actor) {
  if (companyId && role !== 'client') lastCompanies.set(accountId, companyId)
  else lastCompanies.delete(accountId)
}

/** The person (or a visitor's address), and the company the person works in, if any. */
export function linesOf(request: FastifyRequest): { person: string; company: string | undefined } {
  const accountId = request.claims?.accountId
  return accountId ? { person: accountId, company: lastCompanies.get(accountId) } : { person: addressOf(request), company: undefined }
}

/** A whole long list takes a core for as long as it has rows: one at a time per company, with a pause after it. */
export const isWholeList = ({ rows, longUnless }: CallRow, { query }: FastifyRequest) => {
  const asked = query as Record<string, unknown>
  return rows ? !('limit' in asked) : longUnless !== undefined && asked[longUnless] !== 'false'
}

export async function enterInTurn({ shares }: Server, request: FastifyRequest): Promise<() => void> {
  const { person, company } = linesOf(request)
  const leavePerson = await shares.connectionsOfPerson.enter(person)
  if (!company) return leavePerson
  try {
    const leaveCompany = await shares.connectionsOfCompany.enter(company)
    return () => {
      leaveCompany()
      leavePerson()
    }
  } catch (error) {
    leavePerson()
    throw error
  }
}

/**
 * Everyone waits while a body is parsed and validated. So each company, or person, gets one long body parsed at a
 * time, at a limited rate, followed by a pause of four times what it took. What visitors draw, however short, is also
 * parsed one drawing at a time for all of them, their addresses in turns, with a pause of twice what it took. A body takes
 * its turn once it has come: a sender who stops in the middle holds up nobody.
 */
const shortBytes = 8 * 1024
const bytesPerSecond = 2 * 1024 * 1024
export async function awaitTurnToParse(
  server: Server,
  row: CallRow,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const announced = Number(request.headers['content-length'] ?? (request.headers['transfer-encoding'] ? row.maxBytes : 0))
  const isDrawing = !request.claims && row.maxBytes === drawings
  // Files are not parsed, nor a body that is too long.
  if (row.upload || announced > row.maxBytes || (announced <= shortBytes && !isDrawing)) return payload
  const body = await received(payload, row.maxBytes)
  const { person, company } = linesOf(request)
  const leaveOwn = await server.shares.longBodies.enter(company ?? person)
  const leaveAll = isDrawing ? await server.visitorDrawings.enter(person).catch(letGo(leaveOwn)) : () => undefined
  const leave = () => {
    setTimeout(leaveOwn, Math.max((body.length / bytesPerSecond) * 1000, 4 * request.lookedAtFor)).unref()
    setTimeout(leaveAll, 2 * request.lookedAtFor).unref()
  }
  if (reply.raw.closed)
    leave() // hung up while waiting: no `close` event will follow
  else reply.raw.once('close', leave)
  return Readable.from(body, { objectMode: false })
}

/** Stops once it is too long: the parser refuses it. */
async function received(payload: RequestPayload, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > maxBytes) break
    }
  } catch {
    throw new Problem(400, 'Requête mal formée.') // hung up
  }
  return Buffer.concat(chunks)
}

const letGo = (leave: () => void) => (error: unknown) => {
  leave()
  throw error
}
