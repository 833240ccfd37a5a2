// The calls of the API as React knows them: read with `useCall`, act with `useAction`.
import type { CallRow, Input, RowOf } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { type QueryClient, type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type AskOptions, ask, askPiece } from './api.ts'
import { type LongList, readList } from './longList.ts'
import { notify, tell } from './ui/tell.ts'

/** What was read is kept under its slice and name: an action makes everything of the slices it touches read again. */
const keyOf = (row: CallRow, input: unknown) => [row.slice, row.name, input ?? {}] as const

interface CallOptions<C> {
  /** Milliseconds after which it is asked again; false when it need not be. */
  again?: (answer: Answer<C> | undefined) => number | false
}

export function useCall<C extends CallRow>(
  row: C,
  input: Input<C> | 'not yet' = {} as Input<C>,
  { again = () => false }: CallOptions<C> = {},
): UseQueryResult<Answer<C>> {
  const given = input === 'not yet' ? undefined : input
  return useQuery<Answer<C>>({
    queryKey: keyOf(row, given),
    queryFn: ({ signal }) => ask<CallRow>(row, given as Input<CallRow>, { signal }) as Promise<Answer<C>>,
    enabled: given !== undefined,
    refetchInterval: ({ state }) => again(state.data),
  })
}

/** Milliseconds during which what was read is not asked for again by itself. */
export const freshMs = 15_000

/** What a grid knows of a list. */
export interface GridRows<T> {
  /** Undefined while there are none. */
  rows: T[] | undefined
  /** False while more is to come, or should have. */
  complete: boolean
  failed: boolean
  onRetry: () => void
}

/** A list that was asked for, as a grid takes it. */
export const rowsOf = <T>(list: UseQueryResult<T[]>): GridRows<T> => ({
  rows: list.data,
  complete: list.data !== undefined,
  failed: list.isError,
  onRetry: () => void list.refetch(),
})

/** A list that may be long, as a grid takes it: the first rows come at once, the others while one reads. What is known stays until all is read again. */
export function useRows<C extends CallRow>(row: C, input: Input<C> | 'not yet' = {} as Input<C>): GridRows<RowOf<C> & { id: string }> {
  type Row = RowOf<C> & { id: string }
  const given = input === 'not yet' ? undefined : input
  const list = useQuery<LongList<Row>>({
    queryKey: [...keyOf(row, given), 'in pieces'],
    queryFn: ({ client, queryKey, signal }) =>
      readList<Row>(
        (piece) => askPiece<CallRow>(row, { ...given, ...piece } as Input<CallRow>, { signal }) as Promise<never>,
        client.getQueryData(queryKey),
        (some) => client.setQueryData(queryKey, some),
      ),
    enabled: given !== undefined,
    // Whoever left before the end finds what came, and the rest is read.
    staleTime: ({ state }) => (state.data?.complete ? freshMs : 0),
    structuralSharing: false, // done piece by piece: all at once it would hold up a frame
  })
  return { rows: list.data?.rows, complete: list.data?.complete ?? false, failed: list.isError, onRetry: () => void list.refetch() }
}

export interface ActionWords<C> {
  /** Said when it worked. */
  done?: string
  /** Said when it failed and the server had nothing fit to be shown; null where the screen itself says what is known. */
  failed: string | ((error: unknown) => string | null)
  after?: (answer: Answer<C>) => unknown
}

type Given<C> = Input<C> & { options?: AskOptions }

export function useAction<C extends CallRow>(row: C, words: ActionWords<C>): UseMutationResult<Answer<C>, unknown, Given<C>> {
  const client = useQueryClient()
  return useMutation<Answer<C>, unknown, Given<C>>({
    gcTime: 0, // what was sent may be a password or a card: it is not kept
    // Without a network it fails at once: what waited for one would leave by itself, minutes later, when nobody expects it any more.
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
      if (fallback !== null) tell(error, fallback)
    },
  })
}

/** Nothing was asked of the server, and nothing will be. */
const offline = () => new Problem(0, 'Vous êtes hors ligne : rien n’a été envoyé. Réessayez quand la connexion sera revenue.')

const forget = (client: QueryClient, slices: readonly string[]) =>
  Promise.all(slices.map((slice) => client.invalidateQueries({ queryKey: [slice] })))
