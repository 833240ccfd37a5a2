import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads elsewhere, once. (The router's own `Navigate` goes again at every render, and going renders again.) */
export function GoTo({ path }: { path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return null
}
