import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads elsewhere. (The router's own `Navigate` goes again at every render, and going renders again.) */
export function GoTo({ path }: { path: string }) {
  const { history } = useRouter()
  // While the router is on its way, the page left may be drawn again, already at the new address: it must not lead anywhere then. And one
  // who turns back before he has arrived finds this same `GoTo`, which leads him once more.
  const arrivedAt = useRouterState({ select: ({ status, resolvedLocation }) => (status === 'idle' ? resolvedLocation : undefined) })
  useEffect(() => {
    if (arrivedAt) history.replace(path)
  }, [history, arrivedAt, path])
  return null
}
