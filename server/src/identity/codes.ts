// Codes in e-mailed links: single use, stored as hashes. Using one proves that its holder reads the address.
import { Problem } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { hashOf, newCode } from '../engine/secrets.ts'

/** `step`: the ticket returned for a correct password when a second step follows. `company`: proves a company's own e-mail. */
export type CodeKind = 'link' | 'reset' | 'invite' | 'email' | 'token' | 'step' | 'company'

export interface Code {
  kind: CodeKind
  email: string
  accountId: string | null
  companyId: string | null
  contractId: string | null
}

const minute = 60
const hour = 60 * minute
/** In seconds. A link in a contract e-mail lives seven days: its sender overrides this. */
const codeLife: Record<CodeKind, number> = {
  link: hour,
  reset: hour,
  invite: 7 * 24 * hour,
  email: 24 * hour,
  token: 2 * minute,
  step: 5 * minute,
  company: 7 * 24 * hour,
}

const expiredTexts: Record<CodeKind, string> = {
  link: 'Ce lien a expiré.',
  reset: 'Ce lien a expiré. Un lien est valide une heure\u00a0: demandez-en un nouveau.',
  invite: 'Cette invitation a expiré. Une invitation est valide sept jours\u00a0: demandez un nouveau lien, ou une nouvelle invitation.',
  email: 'Ce lien a expiré. Un lien de confirmation est valide vingt-quatre heures\u00a0: demandez-en un nouveau depuis votre profil.',
  token: 'Ce lien a expiré.',
  step: 'Le délai est écoulé.',
  company: 'Ce lien a expiré. Un lien est valide sept jours\u00a0: la compagnie peut vous en envoyer un nouveau.',
}

export async function issueCode(
  work: Work,
  { kind, email, ...of }: Pick<Code, 'kind' | 'email'> & Partial<Code>,
  seconds = codeLife[kind],
) {
  const code = newCode()
  await work.tx.sql`
    insert into codes (hash, kind, email, account_id, company_id, contract_id, expires_at)
    values (${hashOf(code)}, ${kind}, ${email}, ${of.accountId ?? null}, ${of.companyId ?? null}, ${of.contractId ?? null},
            now() + ${seconds} * interval '1 second')`
  return code
}

/** Voids the account's codes, since its password, its address or its holder has changed. */
export async function voidCodes(work: Work, accountId: string, kinds: CodeKind[] = ['reset', 'invite', 'email', 'token', 'step']) {
  await work.tx.sql`update codes set used_at = now() where account_id = ${accountId} and kind = any(${kinds}) and used_at is null`
}

/** Voids the links that contracts were sent with, when a contract is changed or put away. */
export async function voidContractLinks(work: Work, contractIds: readonly string[]) {
  await work.tx.sql`update codes set used_at = now() where contract_id = any(${contractIds}::uuid[]) and kind = 'link' and used_at is null`
}

/**
 * Same, after a new password set by someone who may not read the address: invitations and resets in an unproven
 * mailbox belong to its reader. A company takes back only the invitations it sent.
 */
export async function voidCodesOfHolder(work: Work, accountId: string, { invitedBy = null }: { invitedBy?: string | null } = {}) {
  await voidCodes(work, accountId, ['email', 'token', 'step'])
  await work.tx.sql`
    update codes set used_at = now()
    where account_id = ${accountId} and kind = 'invite' and company_id = ${invitedBy}::uuid and used_at is null`
}

/** Uses up the code, or throws. Of concurrent attempts only one succeeds. */
export async function useCode(work: Work, kinds: CodeKind[], code: string | undefined): Promise<Code> {
  const [used] = await work.tx.sql<Code>`
    update codes set used_at = now()
    where hash = ${hashOf(code ?? '')} and kind = any(${kinds}) and used_at is null and expires_at > now()
    returning kind, email, account_id as "accountId", company_id as "companyId", contract_id as "contractId"`
  return used ?? refuseCode(work, kinds, code)
}

/** Same, without using it up. */
export async function readCode(work: Work, kinds: CodeKind[], code: string | undefined): Promise<Code> {
  const [found] = await work.tx.sql<Code>`
    select kind, email, account_id as "accountId", company_id as "companyId", contract_id as "contractId"
    from codes where hash = ${hashOf(code ?? '')} and kind = any(${kinds}) and used_at is null and expires_at > now()`
  return found ?? refuseCode(work, kinds, code)
}

async function refuseCode(work: Work, kinds: CodeKind[], code: string | undefined): Promise<never> {
  if (!code) throw new Problem(422, 'Le lien est incomplet\u00a0: il y manque le code.', { code: 'missing-action-code' })
  const [old] = await work.tx.sql<{ kind: CodeKind; expired: boolean; isEdited: boolean }>`
    select kind, used_at is null and expires_at <= now() as expired, is_contract_being_edited(contract_id) as "isEdited"
    from codes
    where hash = ${hashOf(code)} and kind = any(${kinds})`
  if (old?.isEdited) throw new Problem(422, 'Ce contrat est en cours de modification.', { code: 'contract-in-draft' })
  throw old?.expired ? new Problem(422, expiredTexts[old.kind], { code: 'expired-action-code' }) : badCode()
}

export const badCode = () => new Problem(422, 'Ce lien est invalide ou a déjà servi.', { code: 'invalid-action-code' })
