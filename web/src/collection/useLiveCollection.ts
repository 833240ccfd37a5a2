import { collectionCalls } from '@bordee/core/collection/collection.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** Colleagues write notes and stop services, and payments come in. */
export function useLiveCollection() {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: [collectionCalls.listAgeing.slice] })
  useLive('collection', readAgain, { isUnderWay: false })
  useLive('client-invoices', readAgain, { isUnderWay: false })
  useLive('contracts', readAgain, { isUnderWay: false })
}
