import type { Account } from '@bordee/core/accounts/account.ts'
import type { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { conflict, forbidden, notFound } from '@bordee/core/problem.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { requireCaptcha } from '../engine/http/captcha.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { isFull } from '../engine/jobs/mailboxes.ts'
import { renameAccount } from '../identity/account-rows.ts'
import { sendLink, sendReset } from '../identity/identity.jobs.ts'
import { emailChangeAskedLetter } from '../identity/identity.letters.ts'
import { findAccount, lockAccount, standingOf } from '../identity/identity.queries.ts'
import { requireRecentSignIn, sendEmailChange } from '../identity/proofs.ts'
import { resetFactor } from '../identity/second-factor.ts'
import { sendTemplate } from './accounts.jobs.ts'
import { enterCompany, findHolder, findHolders, readAccount, readCurrentAccount, visibleAccounts } from './accounts.queries.ts'
import { changeAccount, giveAccess, removeAccounts } from './grants.ts'

export const accountHandlers: Handlers<typeof accountCalls> = {
  getCurrentAccount: (ctx) => readCurrentAccount(ctx),

  async updateCurrentAccount(ctx, { account: { firstName, lastName, email, accesses } }) {
    const { accountId } = ctx.actor
    if (email && email !== ctx.actor.email) await askForNewEmail(ctx, email)
    if (firstName ?? lastName) await requireOwnSession(ctx)
    await renameAccount(ctx.tx, accountId, { firstName, lastName })
    const chosen = accesses?.find((access) => access.isCurrent && access.companyId !== ctx.actor.companyId)
    if (!chosen) return readCurrentAccount(ctx)
    if (!(await enterCompany(ctx, chosen.companyId))) throw notFound('Compagnie')
    await audit(ctx, 'company-entered', {}, chosen.companyId)
    const account = await findAccount(ctx, { id: accountId })
    if (!account) throw notFound('Compte')
    const standing = await standingOf(ctx, account, { byLink: ctx.actor.byLink, companyId: chosen.companyId })
    return readCurrentAccount({ ...ctx, actor: { ...ctx.actor, ...standing } })
  },

  async resetPassword(ctx, { email }) {
    // Nobody can ask so often in another's name that their own request is refused: it only takes the captcha.
    const { hits } = await ctx.throttle.hit(`reset:${email}`, 3600)
    if (hits > 1 || (await isFull(ctx, email))) await requireCaptcha(ctx)
    await ctx.later(sendReset, { email })
    return null
  },

  async sendSignInLink(ctx, { email, companyId, contractId }) {
    await ctx.later(sendLink, { email, asked: companyId, contractId })
    return null
  },

  listAccounts: ({ tx, actor }, { roles }) =>
    tx.jsonList(
      sql<{ json: Account }>`
        select json
        from (${visibleAccounts(actor)}) a
        where role = any(coalesce(${roles ?? null}::text[], array[role]))
        order by last_name, first_name, id`,
    ),

  getAccount: async (ctx, { id }) => readAccount(ctx, await findHolder(ctx, id)),

  async createAccount(ctx, { account }) {
    return readAccount(ctx, await giveAccess(ctx, account))
  },

  async updateAccount(ctx, { id, account }) {
    return readAccount(ctx, await changeAccount(ctx, await findHolder(ctx, id), account))
  },

  async deleteAccount(ctx, { id }) {
    await removeAccounts(ctx, await findHolders(ctx, [id]))
    return null
  },

  async resetSecondFactor(ctx, { id: named }) {
    const me = await requireRecentSignIn(ctx)
    const id = await findHolder(ctx, named)
    if (id === ctx.actor.accountId) throw forbidden('Un autre super administrateur doit le faire pour vous.')
    const account = await lockAccount(ctx, { id })
    if (me.isDemo && !account?.isDemo) throw forbidden() // a demo account's password is public
    if (!account || !(await resetFactor(ctx, account))) throw conflict('Ce compte n’a pas de validation en deux étapes.')
    return null
  },

  async deleteAccounts(ctx, { accountIds }) {
    await removeAccounts(ctx, await findHolders(ctx, accountIds))
    return null
  },

  async sendImportTemplate(ctx, { accountIds }) {
    const ids = await findHolders(ctx, accountIds)
    const company = await ctx.tx.row(sql<{ id: string; name: string }>`select id, name from companies where id = ${ctx.actor.companyId}`)
    if (!company) throw notFound('Compagnie')
    const found = await ctx.tx.sql<{ email: string }>`
      select json->>'email' as email from (${visibleAccounts(ctx.actor)}) a where id = any(${ids}::uuid[])`
    if (found.length !== ids.length) throw notFound('Compte')
    for (const { email } of found) await ctx.later(sendTemplate, { email, companyId: company.id, companyName: company.name })
    await audit(ctx, 'import-template-sent', { accountIds: ids })
    return null
  },
}

/** Only the reader of the new address learns whether it has an account: the answer and its timing are the same. */
async function askForNewEmail(ctx: Ctx, email: string) {
  await sendEmailChange(ctx, email)
  await mailLater(ctx, emailChangeAskedLetter(ctx.actor.email, email))
}

/** A link only opens a client's session, so it can't rename someone who works in a company. */
async function requireOwnSession(ctx: Ctx) {
  if (!ctx.actor.byLink) return
  const account = await findAccount(ctx, { id: ctx.actor.accountId })
  const asHimself = account && (await standingOf(ctx, account, { byLink: false, companyId: null }))
  await ctx.tx.scope({ account: ctx.actor.accountId, companies: ctx.actor.companies })
  if (asHimself?.role !== 'client')
    throw forbidden('Connectez-vous avec votre mot de passe pour modifier votre profil.', 'requires-recent-login')
}
