import { homeZone } from '@bordee/core/time.ts'
import type { ReactNode } from 'react'
import { useSession } from '../session.tsx'
import { ZoneContext } from '../ui/zone.ts'

/** Around all that a shell shows: instants are read by the clock of the company that one works in, wherever the browser is. */
export function CompanyClock({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const company = state.status === 'ready' ? state.company : null
  return <ZoneContext value={company?.timeZone ?? homeZone}>{children}</ZoneContext>
}
