import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PublicShell.module.css'

/** The card that holds a public page. */
export function PublicCard({
  title,
  lead,
  links,
  wide = false,
  children,
}: {
  title: string
  lead?: ReactNode
  links?: ReactNode
  wide?: boolean
  children?: ReactNode
}) {
  return (
    <section className={classes.card} data-wide={wide || undefined}>
      <Title order={1}>{title}</Title>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {links && <nav className={classes.links}>{links}</nav>}
    </section>
  )
}
