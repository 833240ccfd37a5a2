import { billableCalls } from '@bordee/core/billables/billables.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** Lines come when an operation is closed, and change when a colleague decides. */
export function useLiveBillables() {
  const client = useQueryClient()
  useLive('billables', () => client.invalidateQueries({ queryKey: [billableCalls.listBillables.slice] }), { isUnderWay: false })
}
