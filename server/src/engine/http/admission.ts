// Who the caller is, whether the row admits them, and what their transaction may see.
import { admits, needsModule } from '@bordee/core/admission.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { worksInTrial } from '@bordee/core/onboarding/trial-night.ts'
import { conflict, forbidden, unauthenticated } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'
import type { Scope } from '../db/db.ts'
import type { Server } from '../server.ts'
import type { Mounting } from './mounting.ts'

/** Before the body is read: don't parse a megabyte for a stranger. */
export async function readClaims(server: Server, row: CallRow, { readToken }: Mounting, request: FastifyRequest) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  request.claims = token ? await readToken(server.secrets, token) : null
  if (request.claims) server.gate.know(request.raw, request.claims.accountId)
  if (!request.claims && row.who !== 'anyone') throw unauthenticated()
}

/** 401 before 403, and both before anything that reveals what exists. */
export function admit(row: CallRow, actor: Actor | null, request: FastifyRequest) {
  if (row.who === 'anyone') return
  if (!actor) throw unauthenticated()
  if (actor.lacksSecondFactor && !row.withoutFactor) throw lacksSecondFactor()
  const asked = request.headers['x-company']
  if (typeof asked === 'string' && asked && !(actor.role === 'client' ? actor.companies : [actor.companyId]).includes(asked))
    throw conflict(
      actor.companyId ? 'Vous avez changé de compagnie dans un autre onglet.' : 'La compagnie où vous étiez est maintenant fermée.',
      { code: 'company-changed' },
    )
  if (!admits(row, actor.role)) throw forbidden()
  if (actor.isTrial && !worksInTrial(row))
    throw conflict('Cela ne se fait pas pendant une nuit d’essai\u00a0: terminez-la d’abord.', { code: 'trial-night' })
  if (row.module && needsModule(row, actor.role) && !actor.modules[row.module])
    throw conflict('Ce module n’est pas actif pour votre compagnie.', { code: 'module-inactive' })
}

const lacksSecondFactor = () =>
  forbidden('Activez d’abord la validation en deux étapes\u00a0: elle est obligatoire pour votre compte.', 'second-factor-required')

/** The second wall: what this transaction can see at all. */
export function scopeOf(row: CallRow, actor: Actor): Scope {
  return { companies: actor.companies, account: actor.accountId, platform: row.across && isPlatform(actor.role) }
}
