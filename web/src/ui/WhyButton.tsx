import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import { notify } from './notify.ts'

/** Why a button can't be pressed now, as a sentence; nothing when it can. */
export type Why = string | false | undefined

/**
 * A button that says why it can't be pressed: under the pointer, to a screen reader, and when it is pressed anyway. It
 * keeps the focus, which a disabled button loses.
 */
export function WhyButton({ why, onClick, ...props }: { why: Why } & ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button onClick={onClick} {...props} {...(why && { ...saying(why), 'data-disabled': true })} />
}

/** The same for what isn't a `Button`: an icon, or a line of a menu, which stays in the arrow keys' way. */
export const saying = (why: string) => ({
  title: why,
  'aria-disabled': true,
  onClick(event: MouseEvent) {
    event.preventDefault()
    notify('warning', why)
  },
})
