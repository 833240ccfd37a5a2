import type { Input } from '@bordee/core/call.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useAction } from '../calls.ts'
import { useSession } from '../session.tsx'

/** Saves part of the company's quote settings, and reads the session again, which holds them. */
export function useSaveQuoteConfig(failed: string) {
  const { reload } = useSession()
  const update = useAction(quoteCalls.updateQuoteConfig, { done: 'Modification sauvegardée', failed })

  async function save(changes: Input<typeof quoteCalls.updateQuoteConfig>) {
    const saved = await update.mutateAsync(changes)
    void reload() // no need to wait: the form already has the stored values
    return saved
  }

  return { save, error: update.error }
}
