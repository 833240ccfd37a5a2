import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import { siteStateNames, siteStates } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { mostSites } from '@bordee/core/sites/site.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was ticked on the board: too many for an address. */
    siteIds?: readonly string[] | undefined
  }
}

/**
 * The sites of the operation whose board opened the screen (`?operation=`): those that were ticked there, or all in a state.
 * Null if no board did.
 */
export function useOperationSites() {
  const asked = useSearch({ strict: false, select: (search) => (search as { operation?: unknown }).operation })
  const ticked = useLocation({ select: ({ state }) => state.siteIds })
  const isAllowed = useCan()(boardCalls.listOperationSites)
  const operationId = isAllowed && typeof asked === 'string' ? asked : null
  const operation = useCall(operationCalls.getOperation, operationId ? { id: operationId } : 'not yet')
  const sites = useCall(boardCalls.listOperationSites, operationId ? { id: operationId } : 'not yet')
  if (operationId === null) return null

  const idsIn = (state?: string) => sites.data?.filter((site) => !state || site.state === state).map(({ siteId }) => siteId) ?? []
  const parts = [
    { value: 'ticked', name: 'Choisis sur le tableau', siteIds: [...(ticked ?? [])] },
    { value: 'all', name: 'Tous', siteIds: idsIn() },
    ...siteStates.map((state) => ({ value: state, name: siteStateNames[state], siteIds: idsIn(state) })),
  ].filter(({ siteIds }) => siteIds.length > 0)
  const partOf = (value: string | null) => parts.find((part) => part.value === value)
  const [first] = parts
  return {
    operationId,
    operationName: operation.data?.name,
    hasFailed: sites.isLoadingError,
    /** Undefined until they are read. */
    choices:
      sites.data &&
      parts.map(({ value, name, siteIds }) => ({
        value,
        label: `${name} (${formatNumber(siteIds.length)}${siteIds.length > mostSites ? `, au plus ${formatNumber(mostSites)}` : ''})`,
        disabled: siteIds.length > mostSites,
      })),
    first: first && first.siteIds.length <= mostSites ? first.value : null,
    nameOf: (value: string | null) => count(partOf(value)?.siteIds.length ?? 0, 'point de service', 'points de service'),
    targetOf: (value: string) => ({ siteIds: partOf(value)?.siteIds ?? [], operationId }),
  }
}
