import { admits } from '@bordee/core/admission.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { isModuleActive, useMe } from './session.tsx'

/** Whether one may make a call, here and now: what a button or a menu does is offered to whom its row admits, where its module is on. */
export function useCan(): (row: CallRow) => boolean {
  const { role, company } = useMe()
  return (row) => admits(row, role) && (!row.module || isModuleActive(company, row.module))
}
