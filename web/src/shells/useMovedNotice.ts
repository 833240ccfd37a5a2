import { sentence } from '@bordee/core/text.ts'
import { useEffect } from 'react'
import { hasJustMoved, useSession } from '../session.tsx'
import { notify } from '../ui/notify.ts'

/** Says once that the tab has reloaded for another company. */
export function useMovedNotice() {
  const { state } = useSession()
  const company = state.status === 'ready' ? state.company?.name : undefined
  useEffect(() => {
    if (company && hasJustMoved())
      notify('warning', sentence(`Vous avez changé de compagnie dans un autre onglet\u00a0: celui-ci montre maintenant ${company}`))
  }, [company])
}
