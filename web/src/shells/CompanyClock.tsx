import { homeZone } from '@bordee/core/time.ts'
import type { ReactNode } from 'react'
import { useSession } from '../session.tsx'
import { ZoneContext } from '../ui/zone.ts'

/** Shows times in the time zone of the current company, wherever the browser is. */
export function CompanyClock({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const company = state.status === 'ready' ? state.company : null
  return <ZoneContext value={company?.timeZone ?? homeZone}>{children}</ZoneContext>
}
