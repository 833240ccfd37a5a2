import type { SecondFactor, secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { conflict, forbidden, invalid, Problem, tooMany, unauthenticated } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { mailLater } from '../engine/mail.jobs.ts'
import { readCode, useCode } from './codes.ts'
import { enter } from './entering.ts'
import { type AccountRow, endSessions, findAccount, hasSecondFactor, isClosed, lockAccount, needsSecondFactor } from './identity.queries.ts'
import { passwordMatches } from './passwords.ts'
import { proveFirst, requireRecentSignIn } from './proofs.ts'
import { factorOffLetter, factorOnLetter } from './second-factor.letters.ts'
import { confirmFactor, makeRecoveryCodes, prepareFactor, removeFactor, takeFactorCode, wrongCode } from './second-factor.ts'
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
    const { id, email, emailVerified } = await requireRecentSignIn(ctx)
    if (!emailVerified) throw proveFirst() // what is told of it goes there
    if (await hasSecondFactor(ctx, id)) throw conflict('La validation en deux étapes est déjà activée.')
    const secret = await prepareFactor(ctx, id)
    return { secret, uri: totpUri(secret, { issuer: ctx.env.platform.name, email }) }
  },

  async confirmSecondFactor(ctx, { code }) {
    const { accountId, sessionId } = ctx.actor
    const account = await lockAccount(ctx, { id: accountId })
    if (!account) throw unauthenticated()
    if (!(await confirmFactor(ctx, accountId, code))) throw wrongCode()
    await endSessions(ctx, accountId, { except: sessionId }) // they were opened without
    await mailLater(ctx, factorOnLetter(account.email))
    await audit(ctx, 'second-factor-on')
    return { recoveryCodes: await makeRecoveryCodes(ctx, accountId) }
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

const tooLate = () => new Problem(401, 'Le délai est écoulé. Entrez de nouveau votre mot de passe.', { code: 'second-step-expired' })

function refuseWhereRequired(ctx: Ctx, account: AccountRow) {
  if (needsSecondFactor(account, ctx.env))
    throw forbidden('La validation en deux étapes est obligatoire pour votre compte.', 'second-factor-required')
}

/** Both at once: a session that was left open must not be enough, nor one of them alone. A link's session has shown neither. */
async function takePasswordAndCode(
  ctx: Ctx,
  password: string,
  code: string,
  refuse: (ctx: Ctx, account: AccountRow) => void = () => undefined,
): Promise<AccountRow | Problem> {
  const { accountId, byLink, sessionId } = ctx.actor
  if (byLink) throw forbidden('Connectez-vous avec votre mot de passe pour continuer.', 'requires-recent-login')
  const before = await ctx.aside((work) => findAccount(work, { id: accountId }))
  if (before) refuse(ctx, before)
  const { hits, retryAfter } = await ctx.throttle.hit(`password:${accountId}`, 3600)
  if (hits > 20) throw tooMany(retryAfter)
  if (!(await passwordMatches(before?.passwordHash, password))) throw invalid({ factor: { password: 'Mot de passe invalide.' } })
  const account = await lockAccount(ctx, { id: accountId })
  const [session] = await ctx.tx.sql`select from sessions where id = ${sessionId} and account_id = ${accountId}`
  if (!account || !session || account.passwordHash !== before?.passwordHash) throw unauthenticated()
  return (await takeFactorCode(ctx, account, code)) ?? account
}
