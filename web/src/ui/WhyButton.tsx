import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { notify } from './notify.ts'

/** Why a button can't be pressed now, as a sentence; nothing when it can. */
export type Why = string | false | undefined

/**
 * A button that says why it can't be pressed: under the pointer, to a screen reader, and when it is pressed anyway. It
 * keeps the focus, which a disabled button loses.
 */
export function WhyButton({ why, onClick, ...props }: { why: Why } & ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  if (!why) return <Button onClick={onClick} {...props} />
  return (
    <Button
      {...props}
      title={why}
      data-disabled
      aria-disabled
      onClick={(event) => {
        event.preventDefault()
        notify('warning', why)
      }}
    />
  )
}
