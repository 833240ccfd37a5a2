import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Redirects. (The router's own `Navigate` redirects at every render, and redirecting renders again.) */
export function GoTo({ path }: { path: string }) {
  const { history } = useRouter()
  // During a redirect the old page may render again, already at the new URL: don't redirect then. A user who goes
  // back before arriving gets this same `GoTo`, which must redirect them once more.
  const arrivedAt = useRouterState({ select: ({ status, resolvedLocation }) => (status === 'idle' ? resolvedLocation : undefined) })
  useEffect(() => {
    if (arrivedAt) history.replace(path)
  }, [history, arrivedAt, path])
  return null
}
