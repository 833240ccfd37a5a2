import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The tab bears the name of its page. */
export function useTitle() {
  const title = useMatches().at(-1)?.staticData.title
  useEffect(() => {
    document.title = title ? `${title} – Bordée` : 'Bordée'
  }, [title])
}
