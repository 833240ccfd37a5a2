// The second step of signing in: a code from the holder's phone, or a recovery code
// (docs/decisions/0038-second-factor.md).
import { randomBytes } from 'node:crypto'
import { conflict, Problem, tooMany } from '@bordee/core/problem.ts'
import { audit } from '../engine/audit.ts'
import type { Actor, Ctx, Work } from '../engine/ctx.ts'
import { dropThrottles } from '../engine/http/throttle.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import type { Secrets } from '../engine/secrets.ts'
import { voidCodes } from './codes.ts'
import { type AccountRow, endSessions } from './identity.queries.ts'
import { factorGuessedLetter, factorResetLetter } from './second-factor.letters.ts'
import { base32, newTotpSecret, stepOfCode } from './totp.ts'

type Holder = Pick<AccountRow, 'id' | 'email'>

/**
 * Hard limits per account: only someone who knows the password gets here. Six digits can be guessed, so attempts are
 * few, also per day. A recovery code can't be guessed: it is counted separately, so that another's guesses don't lock
 * out the holder.
 */
const windows = {
  phone: [
    { max: 5, seconds: 15 * 60 },
    { max: 30, seconds: 24 * 3600 },
  ],
  recovery: [{ max: 50, seconds: 15 * 60 }],
}
const recoveryCodeCount = 10
/** Fifty bits. */
const recoveryCodeLetters = 10

/**
 * Uses up the code, or returns the refusal instead of throwing it, so that the letter about too many attempts is sent.
 * Of concurrent attempts with one code, on any server, one succeeds.
 */
export async function takeFactorCode(ctx: Ctx, holder: Holder, given: string): Promise<Problem | null> {
  const code = given.replace(/[\s-]/g, '')
  const kind = /^\d+$/.test(code) ? 'phone' : 'recovery'
  const tooOften = await countTry(ctx, kind, holder)
  if (tooOften) return tooOften
  const isRight = kind === 'phone' ? await takePhoneCode(ctx, holder, code) : await takeRecoveryCode(ctx, holder, code)
  if (!isRight) return wrongCode()
  for (const { seconds } of windows[kind]) await ctx.throttle.forgive(keyOf(kind, seconds, holder))
  return null
}

type Kind = keyof typeof windows
const keyOf = (kind: Kind, seconds: number, { id }: Pick<Holder, 'id'>) => `second-factor:${kind}:${seconds}:${id}`
const keysOf = (holder: Pick<Holder, 'id'>) =>
  (Object.keys(windows) as Kind[]).flatMap((kind) => windows[kind].map(({ seconds }) => keyOf(kind, seconds, holder)))

const wrongMessage = 'Ce code est invalide ou a déjà servi.'
export const wrongCode = () => new Problem(422, wrongMessage, { code: 'wrong-code', formErrors: { factor: { code: wrongMessage } } })

/** Counts before checking, as for passwords. */
async function countTry(ctx: Ctx, kind: Kind, holder: Holder): Promise<Problem | null> {
  for (const { max, seconds } of windows[kind]) {
    const { hits, retryAfter } = await ctx.throttle.hit(keyOf(kind, seconds, holder), seconds)
    // Someone who knows the password keeps guessing: tell the holder, once per window.
    if (hits === max + 1) await mailLater(ctx, factorGuessedLetter(holder.email, kind))
    if (hits > max) return tooMany(retryAfter)
  }
  return null
}

async function takePhoneCode({ tx, secrets, now }: Ctx, { id }: Holder, code: string): Promise<boolean> {
  const [factor] = await tx.sql<{ secret: string }>`
    select secret from second_factors where account_id = ${id} and confirmed_at is not null`
  const step = stepShown({ secrets, now }, factor, code)
  if (step === undefined) return false
  const [taken] = await tx.sql`
    update second_factors set last_step = ${step} where account_id = ${id} and last_step < ${step} returning account_id`
  return taken !== undefined
}

async function takeRecoveryCode(ctx: Ctx, { id: accountId }: Holder, code: string): Promise<boolean> {
  const [taken] = await ctx.tx.sql`
    update recovery_codes set used_at = now()
    where account_id = ${accountId} and hash = ${recoveryHash(ctx.secrets, accountId, code)} and used_at is null
    returning account_id`
  if (taken) await audit(ctx, 'recovery-code-used', { accountId }, null)
  return taken !== undefined
}

/** The half-minute this phone code belongs to; undefined if it is wrong. */
const stepShown = ({ secrets, now }: Pick<Work, 'secrets' | 'now'>, factor: { secret: string } | undefined, code: string) =>
  factor && stepOfCode(openedSecret(secrets, factor.secret), code.replace(/[\s-]/g, ''), now)

/** Sealed under another `SECRET`, it matches no code: factors must then be reset (docs/upkeep.md). */
function openedSecret(secrets: Secrets, sealed: string): string {
  try {
    return secrets.unseal<string>('second-factor', sealed)
  } catch {
    return newTotpSecret()
  }
}

/** Only the session that received a secret may confirm it. */
type Preparer = Pick<Actor, 'accountId' | 'sessionId'>

/** Creates a secret, which takes effect once `confirmFactor` gets one of its codes. */
export async function prepareFactor({ tx, secrets }: Work, { accountId, sessionId }: Preparer): Promise<string> {
  const secret = newTotpSecret()
  await tx.sql`
    insert into second_factors as f (account_id, secret, prepared_by)
    values (${accountId}, ${secrets.seal('second-factor', secret)}, ${sessionId})
    on conflict (account_id) do update
    set secret = excluded.secret, prepared_by = excluded.prepared_by, last_step = 0, created_at = now()
    where f.confirmed_at is null`
  return secret
}

/** False for a wrong code, or if this session has started no setup within the hour. */
export async function confirmFactor({ tx, secrets, now }: Work, { accountId, sessionId }: Preparer, code: string): Promise<boolean> {
  const [factor] = await tx.sql<{ secret: string }>`
    select secret from second_factors
    where account_id = ${accountId} and confirmed_at is null and created_at > now() - interval '1 hour'
      and coalesce(prepared_by = ${sessionId}, true)
    for update`
  const step = stepShown({ secrets, now }, factor, code)
  if (step === undefined) return false
  await tx.sql`update second_factors set confirmed_at = now(), last_step = ${step} where account_id = ${accountId}`
  return true
}

/** Creates a secret for another phone, which takes effect once `takeNewPhone` gets one of its codes. */
export async function prepareNewPhone({ tx, secrets }: Work, { accountId, sessionId }: Preparer): Promise<string> {
  const secret = newTotpSecret()
  await tx.sql`
    update second_factors
    set next_secret = ${secrets.seal('second-factor', secret)}, next_made_at = now(), prepared_by = ${sessionId}
    where account_id = ${accountId} and confirmed_at is not null`
  return secret
}

/** False for a wrong code: the old phone still works. Throws if nothing is pending, as after a lost answer. */
export async function takeNewPhone({ tx, secrets, now }: Work, { accountId, sessionId }: Preparer, code: string): Promise<boolean> {
  const [factor] = await tx.sql<{ secret: string }>`
    select next_secret as secret from second_factors
    where account_id = ${accountId} and confirmed_at is not null and next_made_at > now() - interval '1 hour'
      and prepared_by = ${sessionId}
    for update`
  if (!factor) throw notBegun()
  const step = stepShown({ secrets, now }, factor, code)
  if (step === undefined) return false
  await tx.sql`
    update second_factors
    set secret = next_secret, next_secret = null, next_made_at = null, confirmed_at = now(), last_step = ${step}
    where account_id = ${accountId}`
  return true
}

const notBegun = () =>
  conflict(
    'Ce changement de téléphone n’attend plus de code. ' +
      'S’il a été confirmé, un courriel vous l’a dit\u00a0: demandez de nouveaux codes de secours. Sinon, recommencez.',
    { code: 'phone-not-begun' },
  )

/** Replaces the existing ones. They are returned here and never again. */
export async function makeRecoveryCodes({ tx, secrets }: Work, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(recoveryCodeLetters)).slice(0, recoveryCodeLetters))
  await tx.sql`delete from recovery_codes where account_id = ${accountId}`
  await tx.sql`
    insert into recovery_codes (account_id, hash)
    select ${accountId}, hash from unnest(${codes.map((code) => recoveryHash(secrets, accountId, code))}::text[]) hash`
  return codes.map((code) => code.toLowerCase().replace(/^.{5}/, '$&-'))
}

const recoveryHash = (secrets: Secrets, accountId: string, code: string) =>
  secrets.sign('recovery-code', `${accountId}.${code.toUpperCase()}`)

/** False if there was none. Also voids the tickets for its second step. */
export async function removeFactor(work: Work, accountId: string): Promise<boolean> {
  const [removed] = await work.tx.sql<{ wasOn: boolean }>`
    delete from second_factors where account_id = ${accountId} returning confirmed_at is not null as "wasOn"`
  await voidCodes(work, accountId, ['step'])
  await dropThrottles(work, keysOf({ id: accountId })) // guesses at a deleted secret
  return removed?.wasOn ?? false
}

/** For someone who lost both phone and recovery codes. Keeps the password, and ends all sessions. */
export async function resetFactor(work: Work & Pick<Ctx, 'visitor'>, { id: accountId, email }: Holder): Promise<boolean> {
  if (!(await removeFactor(work, accountId))) return false
  await endSessions(work, accountId)
  await mailLater(work, factorResetLetter(email))
  await audit(work, 'second-factor-reset', { accountId }, null)
  return true
}
