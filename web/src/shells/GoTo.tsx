import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Leads elsewhere, once. (The router's own `Navigate` goes again at every render, and going renders again.) */
export function GoTo({ path }: { path: string }) {
  const { history } = useRouter()
  // What it was told first counts: while one leaves, the page left is drawn once more, already at the new address.
  const [goal] = useState(path)
  useEffect(() => history.replace(goal), [history, goal])
  return null
}
