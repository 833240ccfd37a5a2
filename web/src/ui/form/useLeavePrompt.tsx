import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import { useDraftMark } from './drafts.ts'

/**
 * Asks before unsaved changes are lost: on a link, on Back and on reload. Render what it returns. `save` returns
 * whether it worked; if not, the user stays on the page. A screen that leaves after its own save navigates with
 * `ignoreBlocker: true`.
 */
export function useLeavePrompt(form: boolean | { formState: { isDirty: boolean } }, save: () => Promise<boolean>): ReactNode {
  const dirty = typeof form === 'boolean' ? form : form.formState.isDirty
  const [saving, setSaving] = useState(false)
  useDraftMark(dirty)
  const blocker = useBlocker({
    // The form stays on screen when only the search or the hash changes.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })

  async function saveThenLeave() {
    setSaving(true)
    const saved = await save().catch(() => false)
    setSaving(false)
    if (saved) blocker.proceed?.()
    else blocker.reset?.()
  }

  return (
    <Dialog opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title="Modifications non enregistrées" size="md">
      <Text size="sm">Vous avez des changements non enregistrés. Voulez-vous les enregistrer avant de quitter?</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => blocker.reset?.()} disabled={saving}>
          Annuler
        </Button>
        <Button variant="outline" color="red" onClick={() => blocker.proceed?.()} disabled={saving}>
          Quitter sans enregistrer
        </Button>
        <Button onClick={() => void saveThenLeave()} loading={saving} data-autofocus>
          Enregistrer
        </Button>
      </Group>
    </Dialog>
  )
}
