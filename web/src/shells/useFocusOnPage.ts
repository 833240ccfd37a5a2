import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** By then a closing dialog has returned the focus to its button, if that is still there. */
const patience = 400

/**
 * After a save or a change of screen, what had the focus may be gone. The focus then goes to the screen's content: left to
 * the browser, it would fall back to the top of the page.
 */
export function useFocusOnPage() {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(later)
      later = setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById('contenu')?.focus({ preventScroll: true })
      }, patience)
    }
    const stops = [
      client.getMutationCache().subscribe(look),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => fromLocation && pathChanged && look()),
    ]
    return () => {
      clearTimeout(later)
      for (const stop of stops) stop()
    }
  }, [client, router])
}
