import type { CallRow, Input } from '@bordee/core/call.ts'
import { useCall } from '../calls.ts'
import { useSession } from '../session.tsx'

/** Reads from the sandbox once the session is known. Anything read earlier would be dropped at that moment. */
export function useSandbox<C extends CallRow>(row: C, input: Input<C>) {
  const { state } = useSession()
  return useCall(row, state.status === 'loading' ? 'not yet' : input)
}
