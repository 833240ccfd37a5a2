import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { report } from './report.ts'
import { router } from './router.ts'
import { SessionProvider } from './session.tsx'

addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'))

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </StrictMode>,
  )
}
