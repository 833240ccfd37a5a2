import { Button, type ButtonProps } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { callKey, openCallSheet, useAnswersCalls } from './callSheetStore.ts'

/** « Appel »: opens the call sheet. */
export function CallButton(props: ButtonProps) {
  const canAnswer = useAnswersCalls()
  return (
    canAnswer && (
      <Button
        variant="default"
        leftSection={<IconPhone size={15} />}
        title={`Fiche d’appel (${callKey})`}
        aria-keyshortcuts={callKey}
        onClick={openCallSheet}
        {...props}
      >
        Appel
      </Button>
    )
  )
}
