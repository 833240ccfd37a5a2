import type { CallRow } from './call.ts'
import { among, type Role } from './roles.ts'

/** May an account with this role make the call? `null` has no access to any company. Whether its module is on is another question. */
export const admits = ({ who }: Pick<CallRow, 'who'>, role: Role | null): boolean => typeof who === 'string' || among(who, role)

/**
 * Must the module of the row be on for this role? A client reads, prints and pays what he signed whatever the company has switched off since; what he
 * may still begin is for the call to say, by the company of what he looks at.
 */
export const needsModule = ({ module }: Pick<CallRow, 'module'>, role: Role | null): boolean => module !== undefined && role !== 'client'
