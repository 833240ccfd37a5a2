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
      // The server has spoken: asking again changes nothing.
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && error.status < 500),
    },
  },
})
identity.onChange(() => client.clear())

/** The server has spoken, directly or through the identity client: that is an answer, not a failure of ours. */
function isRefusal(error: unknown): boolean {
  return error instanceof Problem || (error instanceof Error && error.cause instanceof Problem)
}

/** What the API answered, kept for whoever asks again. Around every page that asks or acts (`calls.ts`); signing in does without. */
export function Answers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Maps>{children}</Maps>
    </QueryClientProvider>
  )
}

/** For routes that share it. */
export function AnswersOutlet() {
  return (
    <Answers>
      <Outlet />
    </Answers>
  )
}
