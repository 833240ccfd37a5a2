import { Problem } from '@bordee/core/problem.ts'
import { Button, Group, List, Stack } from '@mantine/core'
import { ask } from '../ui/dialogs.tsx'

interface Outcome {
  id: string
  title?: string
  text: string
}

/** Lists the outcome of each item of a batch in a dialog. True if the user pressed the offered button. */
export const showOutcomes = (title: string, items: readonly Outcome[], offer?: string): Promise<boolean> =>
  ask<boolean>(title, false, (close) => (
    <Stack>
      <List size="sm" spacing="xs" mah="50dvh" style={{ overflow: 'auto' }} tabIndex={0} aria-label={title}>
        {items.map(({ id, title: of, text }) => (
          <List.Item key={id}>
            {of && <strong>{`${of}\u00a0: `}</strong>}
            {text}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        {offer && (
          <Button variant="default" onClick={() => close(true)}>
            {offer}
          </Button>
        )}
        <Button onClick={() => close(false)} data-autofocus>
          Fermer
        </Button>
      </Group>
    </Stack>
  ))

/** Lists which items were refused and why, if several were. A single refusal is reported by the action itself. */
export function showConflicts(error: unknown): void {
  const conflicts = error instanceof Problem ? (error.body.conflicts ?? []) : []
  if (conflicts.length > 1)
    void showOutcomes(
      'Rien n’a été changé',
      conflicts.map(({ id, message }) => ({ id, text: message })),
    )
}
