// The calls of the API as React knows them: read with `useCall`, act with `useAction`.
import type { CallRow, Input } from '@bordee/core/call.ts'
import { type QueryClient, type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type AskOptions, ask } from './api.ts'
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

/** A list that was asked for, as a grid takes it. */
export const rowsOf = <T>(list: UseQueryResult<T[]>) => ({ rows: list.data, failed: list.isError, onRetry: () => void list.refetch() })

export interface ActionWords<C> {
  /** Said when it worked. */
  done?: string
  /** Said when it failed and the server had nothing fit to be shown. */
  failed: string
  /** Other slices whose data it changes. */
  touches?: readonly string[]
  after?: (answer: Answer<C>) => unknown
}

type Given<C> = Input<C> & { options?: AskOptions }

export function useAction<C extends CallRow>(row: C, words: ActionWords<C>): UseMutationResult<Answer<C>, unknown, Given<C>> {
  const client = useQueryClient()
  return useMutation<Answer<C>, unknown, Given<C>>({
    gcTime: 0, // what was sent may be a password or a card: it is not kept
    mutationFn: ({ options, ...input }) => ask<CallRow>(row, input as Input<CallRow>, options) as Promise<Answer<C>>,
    onSuccess: async (answer) => {
      await forget(client, [row.slice, ...(words.touches ?? [])])
      if (words.done) notify('success', words.done)
      await words.after?.(answer)
    },
    onError: (error) => tell(error, words.failed),
  })
}

const forget = (client: QueryClient, slices: readonly string[]) =>
  Promise.all(slices.map((slice) => client.invalidateQueries({ queryKey: [slice] })))
