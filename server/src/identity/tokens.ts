// Identity tokens live fifteen minutes and identify the account; refresh tokens renew them and reveal nothing.
import { timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Claims } from '../engine/ctx.ts'
import type { Secrets } from '../engine/secrets.ts'

const lifeSeconds = 15 * 60

export function mintToken(secrets: Secrets, { accountId, sessionId }: Claims): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(accountId)
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(secrets.key('identity-token'))
}

/** A screen makes dozens of requests with one token: verify its signature once, and its expiry each time. */
const read = new WeakMap<Secrets, Map<string, { claims: Claims; endsAt: number }>>()
const mostRead = 20_000

/** The spelling `mintToken` produces. Decoders ignore spaces and unused bits: each variant would be cached. */
const spelling = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

export async function readToken(secrets: Secrets, token: string): Promise<Claims | null> {
  if (!spelling.test(token)) return null
  const known = read.get(secrets) ?? new Map<string, { claims: Claims; endsAt: number }>()
  read.set(secrets, known)
  const found = known.get(token)
  if (found && Date.now() < found.endsAt) return found.claims
  known.delete(token)
  const verified = await verify(secrets, token)
  if (known.size >= mostRead) known.clear()
  if (verified) known.set(token, verified)
  return verified?.claims ?? null
}

async function verify(secrets: Secrets, token: string) {
  try {
    const { payload } = await jwtVerify(token, secrets.key('identity-token'), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    return { claims: { accountId: String(payload.sub), sessionId: String(payload.sid) }, endsAt: Number(payload.exp) * 1000 }
  } catch {
    return null
  }
}

/**
 * The refresh token of one generation of a session. It is computed, not stored: two tabs that renew the same
 * generation get the same successor, a lost answer can be requested again, and an older token that comes back is
 * recognised as stolen.
 */
export function refreshTokenOf(secrets: Secrets, sessionId: string, generation: number): string {
  const text = `${sessionId}.${generation}`
  return `${text}.${secrets.sign('refresh-token', text)}`
}

export function readRefreshToken(secrets: Secrets, token: string): { sessionId: string; generation: number } | null {
  const [sessionId = '', generation = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !/^\d{1,9}$/.test(generation)) return null
  const real = Buffer.from(refreshTokenOf(secrets, sessionId, Number(generation)))
  const given = Buffer.from(token)
  return real.length === given.length && timingSafeEqual(real, given) ? { sessionId, generation: Number(generation) } : null
}
