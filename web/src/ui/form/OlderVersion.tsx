import { Problem } from '@bordee/core/problem.ts'
import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

interface Props<Entity> {
  /** The action that saves. */
  update: { error: unknown; reset: () => void }
  /** A masculine noun, as in « ce contrat ». */
  what: string
  /** Reads what is stored. */
  onReload: () => Promise<Entity | undefined>
  /** Replaces the user's changes by it. */
  onFresh: (fresh: Entity) => void
}

/** Someone else saved first. What the user entered stays on screen until they reload. */
export function OlderVersion<Entity>({ update, what, onReload, onFresh }: Props<Entity>) {
  async function reload() {
    const fresh = await onReload()
    if (!fresh) return
    onFresh(fresh)
    update.reset()
  }

  if (!isOlderVersion(update.error)) return null
  return (
    <Alert ref={reveal} color="amber" icon={<IconAlertTriangle />} title={`Quelqu’un d’autre a modifié ce ${what}`} role="alert">
      <Stack align="start" gap="xs">
        {`Vos modifications ne sont pas enregistrées. Rechargez le ${what} pour voir les siennes; les vôtres seront à refaire.`}
        <Button size="xs" variant="default" onClick={() => void reload()}>
          {`Recharger le ${what}`}
        </Button>
      </Stack>
    </Alert>
  )
}

/** The user may have scrolled down to the button that saves. */
const reveal = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })

const isOlderVersion = (error: unknown) => error instanceof Problem && error.body.code === 'older-version'

/** A failure's words, for a screen that shows `OlderVersion`. */
export const unlessOlder = (failed: string) => (error: unknown) => (isOlderVersion(error) ? null : failed)

/**
 * The version that the user's changes started from. A background refetch must not advance it, or saving would silently
 * overwrite someone else's changes.
 */
export function useStartedVersion<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, version: number) {
  const started = useRef(version)
  if (!form.formState.isDirty) started.current = version
  return started
}
