import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { type HistoryState, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface LinkProps {
  to: string
  /** Made by `only`. */
  search?: never
  /** What the page gets besides its address. */
  state?: HistoryState
  children: ReactNode
}

export const LinkButton = (props: ButtonProps & LinkProps) => <Button component={Link} {...props} />

export const TextLink = (props: LinkProps) => <Anchor component={Link} inherit {...props} />
