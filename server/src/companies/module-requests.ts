// What companies asked platform staff for: one request per module.
import type { Company } from '@bordee/core/companies/company.ts'
import type { ModuleRequest, RequestableModule } from '@bordee/core/companies/module-request.ts'
import type { Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { moduleDecidedLetter } from './companies.letters.ts'

/** The part of a company's settings that switches the module on. */
export const configOf = { alerts: 'alertConfig', contracts: 'contractConfig', geolocation: 'geolocationConfig' } as const

export const isOn = (company: Company, module: RequestableModule): boolean => company[configOf[module]].isActive

/** False if the company is waiting for an answer already. */
export async function putRequest({ tx }: Work, companyId: string, module: RequestableModule, accountId: string): Promise<boolean> {
  const [asked] = await tx.sql`
    insert into module_requests as r (company_id, module, asked_by)
    values (${companyId}, ${module}, ${accountId})
    on conflict (company_id, module) do update
    set status = 'pending', reason = null, decided_at = null, asked_by = excluded.asked_by, asked_at = excluded.asked_at
    where r.status <> 'pending'
    returning module`
  return asked !== undefined
}

/** False if it was refused for this reason before. */
export async function refuseRequest({ tx }: Work, companyId: string, module: RequestableModule, reason: string): Promise<boolean> {
  const [refused] = await tx.sql`
    update module_requests
    set status = 'refused', reason = ${reason}, decided_at = now()
    where company_id = ${companyId} and module = ${module} and reason is distinct from ${reason}
    returning module`
  return refused !== undefined
}

/** However a module was switched on, the request for it is answered. Returns the modules whose request was open. */
export async function settleRequests({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<RequestableModule[]> {
  const settled = await tx.sql<{ module: RequestableModule }>`
    update module_requests r
    set status = 'activated', reason = null, decided_at = now()
    from companies c
    where c.id = r.company_id and r.company_id = ${companyId} and r.status <> 'activated'
      and case r.module
        when 'alerts' then c.alert_is_active
        when 'contracts' then c.contract_is_active
        when 'geolocation' then c.geolocation_is_active
      end
    returning r.module`
  return settled.map(({ module }) => module)
}

export async function tellDecided(work: Work, { id, name }: Pick<Company, 'id' | 'name'>, decided: Omit<ModuleRequest, 'askedAt'>) {
  for (const to of await ownerEmails(work, id)) await mailLater(work, moduleDecidedLetter(work.env, to, { name, ...decided }))
}
