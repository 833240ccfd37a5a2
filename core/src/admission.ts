import type { CallRow } from './call.ts'
import { type ActingRole, among } from './roles.ts'

/** Whether a role may make the call; `null` has no company. Whether the module is on is a separate check. */
export const admits = ({ who }: Pick<CallRow, 'who'>, role: ActingRole | null): boolean => typeof who === 'string' || among(who, role)

/**
 * Whether the row's module must be on for this role. A client may still read, print and pay what they signed after the
 * company switches the module off. The call itself decides what they may still start, from the company that owns the
 * record.
 */
export const needsModule = ({ module }: Pick<CallRow, 'module'>, role: ActingRole | null): boolean =>
  module !== undefined && role !== 'client'
