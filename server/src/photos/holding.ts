// Photos that must stay, whatever their age or whoever asks.
import { type Sql, sql } from '../engine/db/sql.ts'

/** For the photo with alias `p`: a claim holds it. Nothing holds photos yet. */
export const isHeld: Sql<boolean> = sql<boolean>`false`
