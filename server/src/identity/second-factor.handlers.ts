import type { SecondFactor, secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { conflict, forbidden, invalid, Problem, tooMany, unauthenticated } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { readCode, useCode } from './codes.ts'
import { enter } from './entering.ts'
import { type AccountRow, endSessions, findAccount, hasSecondFactor, isClosed, lockAccount, needsSecondFactor } from './identity.queries.ts'
import { passwordMatches } from './passwords.ts'
import { holdOwnAccount, proveFirst, requireRecentSignIn } from './proofs.ts'
import { factorOffLetter, factorOnLetter, newPhoneLetter } from './second-factor.letters.ts'
import {
  confirmFactor,
  makeRecoveryCodes,
  prepareFactor,
  prepareNewPhone,
  removeFactor,
  takeFactorCode,
  takeNewPhone,
  wrongCode,
} from './second-factor.ts'
import { totpUri } from './totp.ts'

export const secondFactorHandlers: Handlers<typeof secondFactorCalls> = {
  async takeSecondStep(ctx, { ticket, code, persistence }) {
    const step = await readCode(ctx, ['step'], ticket).catch(() => null)
    const account = step?.accountId ? await lockAccount(ctx, { id: step.accountId }) : undefined
    if (!account || isClosed(account, ctx.env)) throw tooLate()
    const refusal = await takeFactorCode(ctx, account, code)
    if (refusal) return refusal
    await useCode(ctx, ['step'], ticket).catch(() => {
      throw tooLate()
    })
    return enter(ctx, account, persistence)
  },

  async getSecondFactor(ctx) {
    const { accountId, role } = ctx.actor
    const account = await findAccount(ctx, { id: accountId })
    const [factor] = await ctx.tx.sql<Pick<SecondFactor, 'since' | 'recoveryCodesLeft'>>`
      select to_json(confirmed_at)#>>'{}' as since,
             (select count(*)::int from recovery_codes r where r.account_id = f.account_id and r.used_at is null) as "recoveryCodesLeft"
      from second_factors f
      where account_id = ${accountId} and confirmed_at is not null`
    return {
      isOn: factor !== undefined,
      isRequired: account !== undefined && needsSecondFactor(account, ctx.env),
      isOffered: runsCompany(role),
      since: factor?.since ? new Date(factor.since).toISOString() : null,
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    }
  },

  async beginSecondFactor(ctx) {
    const { id, email, emailVerified, isDemo } = await requireRecentSignIn(ctx)
    if (!emailVerified) throw proveFirst() // notices about it are sent there
    // Otherwise the next visitor could not sign in.
    if (isDemo && ctx.env.isPublic) throw forbidden('Les comptes de la démonstration s’ouvrent à tous.')
    if (await hasSecondFactor(ctx, id)) throw alreadyOn()
    return toldToPhone(ctx, await prepareFactor(ctx, ctx.actor), email)
  },

  async confirmSecondFactor(ctx, { code }) {
    const { id, email } = await holdForFirstCode(ctx)
    if (await hasSecondFactor(ctx, id)) throw alreadyOn() // confirmed in another tab
    if (!(await confirmFactor(ctx, ctx.actor, code))) throw wrongCode()
    await endSessions(ctx, id, { except: ctx.actor.sessionId }) // they were opened without a second factor
    await mailLater(ctx, factorOnLetter(email))
    await audit(ctx, 'second-factor-on')
    return { recoveryCodes: await makeRecoveryCodes(ctx, id) }
  },

  async beginNewPhone(ctx, { password, code }) {
    const holder = await takePasswordAndCode(ctx, password, code)
    if (holder instanceof Problem) return holder
    return toldToPhone(ctx, await prepareNewPhone(ctx, ctx.actor), holder.email)
  },

  async confirmNewPhone(ctx, { code }) {
    const { id, email } = await holdForFirstCode(ctx)
    if (!(await takeNewPhone(ctx, ctx.actor, code))) throw wrongCode()
    await endSessions(ctx, id, { except: ctx.actor.sessionId }) // whoever has the old phone may have opened one
    await mailLater(ctx, newPhoneLetter(email))
    await audit(ctx, 'second-factor-moved')
    return { recoveryCodes: await makeRecoveryCodes(ctx, id) }
  },

  async renewRecoveryCodes(ctx, { password, code }) {
    const holder = await takePasswordAndCode(ctx, password, code)
    if (holder instanceof Problem) return holder
    await audit(ctx, 'recovery-codes-renewed')
    return { recoveryCodes: await makeRecoveryCodes(ctx, holder.id) }
  },

  async switchOffSecondFactor(ctx, { password, code }) {
    const holder = await takePasswordAndCode(ctx, password, code, refuseWhereRequired)
    if (holder instanceof Problem) return holder
    await removeFactor(ctx, holder.id)
    await mailLater(ctx, factorOffLetter(holder.email))
    await audit(ctx, 'second-factor-off')
    return null
  },
}

const toldToPhone = ({ env }: Ctx, secret: string, email: string) => ({
  secret,
  uri: totpUri(secret, { issuer: env.platform.name, email }),
})

const setupTries = { max: 20, seconds: 15 * 60 }

/** For a phone's first code. Few attempts, counted per session so that a stolen one can't use up the holder's. */
async function holdForFirstCode(ctx: Ctx): Promise<AccountRow> {
  const { byLink, sessionId } = ctx.actor
  if (byLink) throw passwordFirst()
  const { hits, retryAfter } = await ctx.throttle.hit(`second-factor:setup:${sessionId}`, setupTries.seconds)
  if (hits > setupTries.max) throw tooMany(retryAfter)
  return holdOwnAccount(ctx)
}

const passwordFirst = () => forbidden('Connectez-vous avec votre mot de passe pour continuer.', 'requires-recent-login')
const alreadyOn = () => conflict('La validation en deux étapes est déjà activée.')
const tooLate = () => new Problem(401, 'Le délai est écoulé. Entrez de nouveau votre mot de passe.', { code: 'second-step-expired' })

function refuseWhereRequired(ctx: Ctx, account: AccountRow) {
  if (needsSecondFactor(account, ctx.env))
    throw forbidden('La validation en deux étapes est obligatoire pour votre compte.', 'second-factor-required')
}

/** Requires both: neither an open session nor one of them alone may be enough. A link's session has shown neither. */
async function takePasswordAndCode(
  ctx: Ctx,
  password: string,
  code: string,
  refuse: (ctx: Ctx, account: AccountRow) => void = () => undefined,
): Promise<AccountRow | Problem> {
  const { accountId, byLink, sessionId } = ctx.actor
  if (byLink) throw passwordFirst()
  const before = await ctx.aside((work) => findAccount(work, { id: accountId }))
  if (before) refuse(ctx, before)
  // Counted per session, so that a stolen one can't use up the holder's attempts.
  const { hits, retryAfter } = await ctx.throttle.hit(`second-factor:password:${sessionId}`, 3600)
  if (hits > 20) throw tooMany(retryAfter)
  if (!(await passwordMatches(before?.passwordHash, password))) throw invalid({ factor: { password: 'Mot de passe invalide.' } })
  const account = await lockAccount(ctx, { id: accountId })
  const [session] = await ctx.tx.sql`select from sessions where id = ${sessionId} and account_id = ${accountId}`
  if (!account || !session || account.passwordHash !== before?.passwordHash) throw unauthenticated()
  return (await takeFactorCode(ctx, account, code)) ?? account
}
