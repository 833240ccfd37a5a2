import type { Work } from '../engine/ctx.ts'

/** Whether the company is a trial night, whatever the transaction sees. */
export async function isTrialCompany({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<boolean> {
  const [trial] = await tx.sql`select from trial_companies where id = ${companyId}`
  return trial !== undefined
}

/** Those who are in the trial night are in the real company again. */
export async function moveBack({ tx }: Pick<Work, 'tx'>, companyId: string) {
  await tx.sql`
    update accounts a
    set current_company_id = c.trial_of
    from companies c
    where c.id = ${companyId} and a.current_company_id = c.id`
}
