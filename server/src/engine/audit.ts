import type { Ctx } from './ctx.ts'

/** Every audited action and its meaning. Never rename a verb: stored lines keep it. */
const auditVerbs = {
  'access-given': 'Someone who had an account already was given access to the company',
  'account-created': 'An account was made, with access to the company',
  'account-deleted': 'Someone’s access to the company was taken away, and with the last one the account; or he deleted his own account',
  'alert-stopped': 'A send was stopped: what had not left yet did not leave',
  'alerts-activated': 'The alert module was switched on, and its fee charged; the line names who asked for it',
  'bank-adjustment': 'Platform staff corrected the total of the bank of alerts; one line for each lot that changed',
  'bank-cap': 'Platform staff changed what may be billed for alerts in a month',
  'bank-purchase': 'A lot of alerts was bought by card; the line names who bought it',
  'bank-lot': 'Platform staff added a lot to the bank of alerts',
  'card-added': 'A card was saved with the payment provider',
  'card-removed': 'A saved card was forgotten',
  'company-archived': 'The company was closed to everyone',
  'company-changed': 'Settings of the company changed; their names are in the line',
  'company-created': 'Platform staff opened the company',
  'company-deleted': 'The company was erased; the line belongs to no company, since it is gone',
  'company-entered': 'Someone came to work in the company, by choice or because the one he was in had closed',
  'company-exported': 'Everything of the company was downloaded as a spreadsheet',
  'company-imported': 'Spreadsheets were imported into the company; the line names what they brought',
  'company-restored': 'The company was opened again',
  'credentials-changed': 'A company’s admin changed someone’s e-mail or password',
  'email-changed': 'Someone proved a new e-mail, which replaced the one he had',
  'import-template-sent': 'The empty import spreadsheet was e-mailed',
  'job-retried': 'A job that had failed for good was put back in its queue',
  'password-changed': 'Someone changed his own password',
  'password-reset': 'Someone chose a new password by an e-mailed code',
  'payment-account-activated': 'An account with the payment provider was opened, for what clients pay online',
  'payment-account-deleted': 'Platform staff closed the account with the payment provider',
  'policy-deleted': 'A provisioning profile was deleted with its networks',
  'run-copied': 'Platform staff copied a run of the company to another; the line names both',
  'run-deleted': 'Platform staff deleted a run with its positions and visits',
  'recovery-code-used': 'Someone signed in, or changed his second factor, with a recovery code; the line names the account',
  'recovery-codes-renewed': 'Someone had new recovery codes made, in place of the old ones',
  'second-factor-moved': 'Someone put another phone in the place of the one that gave his codes',
  'second-factor-off': 'Someone switched his second factor off',
  'second-factor-on': 'Someone switched a second factor on',
  'second-factor-reset':
    'A super administrator, or the terminal, took away the second factor of someone who had lost it; the line names the account',
  'role-changed': 'Someone’s role changed',
} as const
export type AuditVerb = keyof typeof auditVerbs

/** Records who did what, in the transaction that does it. */
export async function audit(
  ctx: Pick<Ctx, 'tx' | 'visitor'>,
  verb: AuditVerb,
  details: Record<string, unknown> = {},
  companyId: string | null = ctx.visitor?.companyId ?? null,
) {
  await ctx.tx.sql`
    insert into audit_log (company_id, account_id, action, details)
    values (${companyId}, ${ctx.visitor?.accountId ?? null}, ${verb}, ${JSON.stringify(details)})`
}
