import { Problem } from '@bordee/core/problem.ts'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { freshMs } from './calls.ts'
import { report } from './report.ts'
import { identity } from './session.tsx'
import { Maps } from './shells/Maps.tsx'

const client = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => isRefusal(error) || report(error, query.queryKey.join(' ')) }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // Without a network a call fails at once, and its screen says so; by default it would wait, without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Don't retry a refusal: the server would give the same answer.
      retry: (failures, error) => failures < 2 && navigator.onLine && !(error instanceof Problem && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})
identity.onChange(() => client.clear())

/** Whether the server refused, directly or through the identity client. Refusals are not reported as errors. */
function isRefusal(error: unknown): boolean {
  return error instanceof Problem || (error instanceof Error && error.cause instanceof Problem)
}

/** Caches the API's answers. Wraps every page that uses `calls.ts`; the sign-in pages do without it. */
export function Answers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Maps>{children}</Maps>
    </QueryClientProvider>
  )
}

/** `Answers` for a group of routes. */
export function AnswersOutlet() {
  return (
    <Answers>
      <Outlet />
    </Answers>
  )
}
