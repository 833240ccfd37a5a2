import { Stack } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { SectionTitle } from '../words.tsx'
import classes from './FormSection.module.css'

interface Props {
  title: string
  about?: string
  /** A link may open the page here, `#id`. */
  id?: string
  children: ReactNode
}

/** A section of a long form: its subject on the left, its fields on the right. */
export function FormSection({ title, about, id, children }: Props) {
  const show = useCallback((section: HTMLElement | null) => id && location.hash === `#${id}` && section?.scrollIntoView(), [id])
  return (
    <section ref={(section) => void show(section)} id={id} className={`${classes.section} bordee-card`} aria-label={title}>
      <header>
        <SectionTitle>{title}</SectionTitle>
        {about && <p>{about}</p>}
      </header>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}
