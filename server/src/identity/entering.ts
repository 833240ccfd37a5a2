// How sign-in attempts are counted, and what every sign-in by password ends with.
import type { Persistence, Session } from '@bordee/core/identity/identity.calls.ts'
import { tooMany } from '@bordee/core/problem.ts'
import type { Ctx } from '../engine/ctx.ts'
import { requireCaptcha } from '../engine/http/captcha.ts'
import { type AccountRow, openSession } from './identity.queries.ts'
import { deriveClientAccesses } from './proofs.ts'

const failuresBeforeCaptcha = 5
const failuresPerAddress = 100
const windowSeconds = 15 * 60

const emailKey = (email: string) => `sign-in:email:${email}`
const addressKey = (ctx: Ctx) => `sign-in:address:${ctx.request.address}`

/**
 * Counts before checking, so that parallel guesses get no further than sequential ones. Too many on one e-mail require
 * the captcha, so that nobody can lock an owner out during a storm; too many from one address are refused.
 */
export async function countSignIn(ctx: Ctx, email: string) {
  const fromAddress = await ctx.throttle.hit(addressKey(ctx), windowSeconds)
  if (fromAddress.hits > failuresPerAddress) throw tooMany(fromAddress.retryAfter)
  const onEmail = await ctx.throttle.hit(emailKey(email), windowSeconds)
  if (onEmail.hits > failuresBeforeCaptcha) await requireCaptcha(ctx)
}

export const forgetSignIns = (ctx: Ctx, email: string) => ctx.throttle.forget(emailKey(email))

/** Called once the password, and the second step if there is one, are correct. */
export async function enter(ctx: Ctx, account: AccountRow, persistence: Persistence): Promise<Session> {
  await forgetSignIns(ctx, account.email)
  await ctx.throttle.forgive(addressKey(ctx))
  if (account.emailVerified) await deriveClientAccesses(ctx, account)
  return openSession(ctx, account, { persistence, byLink: false, companyId: null })
}
