import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** Adds a row to a form. The field one comes from is left once the click is certain: an error shown below it would move the button away from under the pointer. */
export function AddButton(props: ButtonProps & { onClick: () => void }) {
  return <Button variant="default" leftSection={<IconPlus size={16} />} onMouseDown={(event) => event.preventDefault()} {...props} />
}
