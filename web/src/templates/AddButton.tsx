import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** Adds a row. Prevents the blur on mouse-down: an error it shows could move the button from under the pointer. */
export function AddButton(props: ButtonProps & { onClick: () => void }) {
  return <Button variant="default" leftSection={<IconPlus size={16} />} onMouseDown={(event) => event.preventDefault()} {...props} />
}
