// Photos that must stay, whatever their age or whoever asks.
import { type Sql, sql } from '../engine/db/sql.ts'
import { isSiteHeld } from '../folders/site-holds.ts'

/** For the photo with alias `p`: a claim holds its site that winter, or names the photo. */
export const isHeld: Sql<boolean> = sql<boolean>`(${isSiteHeld(sql`p.company_id`, sql`p.site_id`, sql`p.taken_at`)} or exists (
  select from site_holds h where h.company_id = p.company_id and h.claim_id = p.claim_id))`
