import type { CallRow } from './call.ts'
import { among, type Role } from './roles.ts'

/** May an account with this role make the call? `null` has no access to any company. Whether its module is on is another question. */
export const admits = ({ who }: Pick<CallRow, 'who'>, role: Role | null): boolean => typeof who === 'string' || among(who, role)
