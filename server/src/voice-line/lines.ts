// Whose number is called, and whether that company’s line answers.
import type { CallHours } from '@bordee/core/alerts/hours.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { provenCompany } from '../identity/owners.ts'

export interface Line {
  id: string
  name: string
  phone: string
  zone: string
  officeHours: CallHours
  /** Switched on, by a company that may alert. */
  isOn: boolean
}

/** Scopes the transaction to the company that holds the number. */
export const lineOfNumber = (work: Work, number: string) =>
  findLine(work, sql`c.id = (select n.company_id from sender_numbers n where n.phone = ${number})`)

/** The same, of a company chosen by staff. */
export const lineOfCompany = (work: Work, companyId: string) => findLine(work, sql`c.id = ${companyId}`)

async function findLine({ tx }: Work, which: Sql<unknown>): Promise<Line | undefined> {
  await tx.scope({ platform: true })
  const [line] = await tx.sql<Line>`
    select c.id,
           c.name,
           c.phone,
           c.time_zone as zone,
           c.alert_office_hours as "officeHours",
           c.alert_voice_line and c.alert_is_active and c.is_active and c.archived_at is null and ${provenCompany} as "isOn"
    from companies c
    where ${which}`
  if (line) await tx.scope({ companies: [line.id] })
  return line
}
