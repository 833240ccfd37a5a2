import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Sets the tab's title to the page's. */
export function useTitle() {
  const title = useMatches().at(-1)?.staticData.title
  useEffect(() => {
    document.title = title ? `${title} – Bordée` : 'Bordée'
  }, [title])
}
