import { Problem } from '@bordee/core/problem.ts'
import { Button, Group, List, Stack } from '@mantine/core'
import { ask } from '../ui/dialogs.tsx'

interface Told {
  id: string
  title?: string
  text: string
}

/** What became of some of many, one by one. */
export const tellEach = (title: string, items: readonly Told[]): Promise<void> =>
  ask<void>(title, undefined, (close) => (
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
        <Button onClick={() => close()} data-autofocus>
          Fermer
        </Button>
      </Group>
    </Stack>
  ))

/** Several refused at once: which, and why. One alone is told by the action. */
export function tellConflicts(error: unknown): void {
  const conflicts = error instanceof Problem ? (error.body.conflicts ?? []) : []
  if (conflicts.length > 1)
    void tellEach(
      'Rien n’a été changé',
      conflicts.map(({ id, message }) => ({ id, text: message })),
    )
}
