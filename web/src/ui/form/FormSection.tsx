import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionTitle } from '../words.tsx'
import classes from './FormSection.module.css'

/** A section of a long form: its subject on the left, its fields on the right. */
export function FormSection({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={`${classes.section} bordee-card`} aria-label={title}>
      <header>
        <SectionTitle>{title}</SectionTitle>
        {about && <p>{about}</p>}
      </header>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}
