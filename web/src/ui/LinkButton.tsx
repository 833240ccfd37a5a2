import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface LinkProps {
  to: string
  /** Made by `only`. */
  search?: never
  children: ReactNode
}

export const LinkButton = (props: ButtonProps & LinkProps) => <Button component={Link} {...props} />

export const TextLink = (props: LinkProps) => <Anchor component={Link} inherit {...props} />
