import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import type { Why } from '../WhyButton.tsx'
import { SubmitButton } from './Form.tsx'
import classes from './SaveBar.module.css'

/** The foot of a long form: always visible, and says when there are unsaved changes. */
export function SaveBar({ why, children }: { why?: Why; children?: ReactNode }) {
  const { isDirty } = useFormState()
  return (
    <div className={classes.bar}>
      {isDirty && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Modifications non enregistrées
        </Text>
      )}
      <SubmitButton whenDirty why={why}>
        {children}
      </SubmitButton>
    </div>
  )
}
