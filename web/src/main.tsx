import { Problem } from '@bordee/core/problem.ts'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { freshMs } from './calls.ts'
import { report } from './report.ts'
import { router } from './routes.tsx'
import { SessionProvider } from './session.tsx'
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

/** The server has spoken, directly or through the identity client: that is an answer, not a failure of ours. */
function isRefusal(error: unknown): boolean {
  return error instanceof Problem || (error instanceof Error && error.cause instanceof Problem)
}

addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'))

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <SessionProvider>
          <Maps>
            <RouterProvider router={router} />
          </Maps>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
