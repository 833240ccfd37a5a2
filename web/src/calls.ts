// React hooks for the API's calls: `useCall` reads, `useAction` writes.
import type { CallRow, Input, RowOf } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { type QueryClient, type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type AskOptions, ask, askPiece } from './api.ts'
import { type Listed, type LongList, readList } from './longList.ts'
import { subjects } from './subjects.ts'
import { notify, notifyFailure } from './ui/notify.ts'

/** The cache key begins with the slice, so that an action can invalidate every slice it touches. */
const keyOf = (row: CallRow, input: unknown) => [row.slice, row.name, input ?? {}] as const

interface CallOptions<C> {
  /** How many milliseconds until the call is repeated; false to stop. */
  refetchInterval?: (answer: Answer<C> | undefined) => number | false
  /** What the page says it could not read; the slice's subject unless told. Null when a failure matters to nobody. */
  what?: string | null
}

const metaOf = (row: CallRow, what: string | null = subjects[row.slice]) => (what === null ? {} : { what })

export function useCall<C extends CallRow>(
  row: C,
  input: Input<C> | 'not yet' = {} as Input<C>,
  { refetchInterval = () => false, what }: CallOptions<C> = {},
): UseQueryResult<Answer<C>> {
  const given = input === 'not yet' ? undefined : input
  return useQuery<Answer<C>>({
    queryKey: keyOf(row, given),
    queryFn: ({ signal }) => ask<CallRow>(row, given as Input<CallRow>, { signal }) as Promise<Answer<C>>,
    enabled: given !== undefined,
    refetchInterval: ({ state }) => refetchInterval(state.data),
    meta: metaOf(row, what),
  })
}

/** For how many milliseconds an answer is fresh, i.e. not refetched automatically. */
export const freshMs = 15_000

/** A list in the form that a grid expects. */
export interface GridRows<T> {
  /** Undefined until the first rows arrive. */
  rows: T[] | undefined
  /** False while rows are still missing, also after a failure. */
  complete: boolean
  failed: boolean
  onRetry: () => unknown
}

export const rowsOf = <T>(list: UseQueryResult<T[]>): GridRows<T> => ({
  rows: list.data,
  complete: list.data !== undefined,
  failed: list.isError,
  onRetry: () => void list.refetch(),
})

/**
 * Reads a long list for a grid: the first rows show at once, the others are added as they arrive. On a refetch the
 * old rows stay until the whole list has been read again.
 */
export function useRows<C extends CallRow>(
  row: C,
  input: Input<C> | 'not yet' = {} as Input<C>,
  listed: Listed<RowOf<C>> = {},
): GridRows<RowOf<C>> {
  type Row = RowOf<C>
  const given = input === 'not yet' ? undefined : input
  const list = useQuery<LongList<Row>>({
    queryKey: [...keyOf(row, given), 'in pieces'],
    queryFn: ({ client, queryKey, signal }) =>
      readList<Row>(
        (piece) => askPiece<CallRow>(row, { ...given, ...piece } as Input<CallRow>, { signal }) as Promise<never>,
        client.getQueryData(queryKey),
        (some) => client.setQueryData(queryKey, some),
        listed,
      ),
    enabled: given !== undefined,
    meta: metaOf(row),
    // A list that was left before its end is never fresh: the cached rows show, and the missing ones are read.
    staleTime: ({ state }) => (state.data?.complete ? freshMs : 0),
    structuralSharing: false, // readList shares structure piece by piece; comparing everything at once would block a frame
  })
  return { rows: list.data?.rows, complete: list.data?.complete ?? false, failed: list.isError, onRetry: list.refetch }
}

export interface ActionWords<C> {
  /** Shown on success. */
  done?: string
  /** Shown on failure, unless the server sent a message of its own. Null when the screen shows the failure itself. */
  failed: string | ((error: unknown) => string | null)
  after?: (answer: Answer<C>) => unknown
}

type Given<C> = Input<C> & { options?: AskOptions }

export function useAction<C extends CallRow>(row: C, words: ActionWords<C>): UseMutationResult<Answer<C>, unknown, Given<C>> {
  const client = useQueryClient()
  return useMutation<Answer<C>, unknown, Given<C>>({
    gcTime: 0, // don't cache what was sent: it may be a password or a card
    // Fail at once when offline: by default the request would be sent minutes later, when nobody expects it.
    networkMode: 'always',
    mutationFn: async ({ options, ...input }) => {
      if (!navigator.onLine) throw offline()
      return ask<CallRow>(row, input as Input<CallRow>, options) as Promise<Answer<C>>
    },
    onSuccess: async (answer) => {
      await forget(client, [row.slice, ...(row.touches ?? [])])
      if (words.done) notify('success', words.done)
      await words.after?.(answer)
    },
    onError: (error) => {
      const fallback = typeof words.failed === 'string' ? words.failed : words.failed(error)
      if (fallback !== null) notifyFailure(error, fallback)
    },
  })
}

/** Status 0: no request was made. */
const offline = () => new Problem(0, 'Vous êtes hors ligne : rien n’a été envoyé. Réessayez quand la connexion sera revenue.')

const forget = (client: QueryClient, slices: readonly string[]) =>
  Promise.all(slices.map((slice) => client.invalidateQueries({ queryKey: [slice] })))
