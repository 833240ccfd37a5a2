// The pages for an unknown path and for a broken screen.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useContactUrl } from '../config.ts'
import { report } from '../report.ts'
import { Look } from '../ui/Look.tsx'
import { NotFoundPage, TroublePage } from '../ui/states.tsx'

export function LostScreen() {
  return (
    <Look scale="large">
      <main>
        <NotFoundPage home="/" />
      </main>
    </Look>
  )
}

export const LostInDashboard = () => <NotFoundPage home="/dashboard" />
export const LostInPortal = () => <NotFoundPage home="/client/contracts" />

/** In place of a shell. */
export const BrokenShell = (props: ErrorComponentProps) => (
  <Look>
    <main>
      <BrokenScreen {...props} />
    </main>
  </Look>
)

/** Inside the shell that shows it. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const contact = useContactUrl()
  useEffect(() => report(error, 'screen'), [error])
  return (
    <TroublePage
      contact={contact}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
