import { admits } from '@bordee/core/admission.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { isModuleActive, useMe } from './session.tsx'

/**
 * Whether the current user may make a call: their role is allowed and the call's module is on. Buttons and menus ask it
 * before they offer an action.
 */
export function useCan(): (row: CallRow) => boolean {
  const { role, company } = useMe()
  return (row) => admits(row, role) && (!row.module || isModuleActive(company, row.module))
}
