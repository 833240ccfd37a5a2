// The company that a trial night is played in: a copy without anything that could send, charge or be found.
import { openMinutes } from '@bordee/core/onboarding/trial-night.ts'
import type { Work } from '../engine/ctx.ts'
import { forgetVersions } from '../engine/db/versions.ts'
import { newId } from '../engine/db/writing.ts'
import { removeCompanyAccesses } from '../identity/company-accesses.ts'
import { moveBack } from '../identity/trial-companies.ts'

/** Nothing is delivered to this domain, ever (RFC 2606). */
export const nowhereMail = (name: string) => `${name}@essai.invalid`

/** Returns its id. The transaction then works for the copy alone. Alerts are free and may leave at any hour. */
export async function insertTrialCompany({ tx, now }: Work, companyId: string): Promise<string> {
  const id = await newId(tx)
  const endsAt = new Date(now.getTime() + openMinutes * 60_000)
  await tx.scope({ companies: [companyId, id] })
  await tx.sql`
    insert into companies (
      id, trial_of, trial_ends_at, name, logo, type, qen, email, phone, street, civic_number, apartment, zip, city, state, country,
      lat, lng, time_zone, sector_mode, sector_type, is_vouched, alert_is_active, alert_price_id, alert_min_time_between_two_alert,
      geolocation_is_active, geolocation_has_geolocation_alerts)
    select ${id}, id, ${endsAt}, name, logo, type, qen, ${nowhereMail(id)}, phone, street, civic_number, apartment, zip, city,
           state, country, lat, lng, time_zone, sector_mode, sector_type, true, true, 'free', 0,
           true, true
    from companies
    where id = ${companyId}`
  await tx.scope({ companies: [id] })
  return id
}

/** Those that owners of a real company left without ending them. The transaction then works for the last of them. */
export async function eraseTrialsOf({ tx }: Pick<Work, 'tx'>, companyId: string) {
  const all = await tx.sql<{ id: string }>`select id from trial_companies`
  await tx.scope({ companies: all.map(({ id }) => id) })
  const own = await tx.sql<{ id: string }>`select id from companies where trial_of = ${companyId}`
  for (const { id } of own) await eraseTrialCompany({ tx }, id)
}

/** With everything in it, and the accounts of its drivers. Whoever is there is in the real company again. */
export async function eraseTrialCompany({ tx }: Pick<Work, 'tx'>, id: string) {
  await tx.scope({ companies: [id], platform: true })
  await moveBack({ tx }, id)
  await removeCompanyAccesses({ tx }, id)
  await tx.sql`delete from companies where id = ${id} and trial_of is not null`
  await forgetVersions({ tx }, id)
}
