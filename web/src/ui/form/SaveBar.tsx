import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { SubmitButton } from './Form.tsx'
import classes from './SaveBar.module.css'

/** The foot of a long form: always visible, and says when there are unsaved changes. */
export function SaveBar({ disabled = false, busy = false, children }: { disabled?: boolean; busy?: boolean; children?: ReactNode }) {
  const { isDirty } = useFormState()
  return (
    <div className={classes.bar}>
      {isDirty && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Modifications non enregistrées
        </Text>
      )}
      <SubmitButton whenDirty disabled={disabled} busy={busy}>
        {children}
      </SubmitButton>
    </div>
  )
}
