// The headings and short texts that screens have in common.
import { Text, Title, type TitleProps } from '@mantine/core'
import type { ReactNode } from 'react'

export const SectionTitle = (props: TitleProps) => <Title order={2} size="h4" {...props} />

/** Leaves room for the button that closes a drawer. */
export const DrawerTitle = (props: TitleProps) => <SectionTitle pr="xl" {...props} />

export const PartTitle = (props: TitleProps) => <Title order={3} size="h5" {...props} />

interface WordsProps {
  children: ReactNode
}

export const Hint = (props: WordsProps) => <Text size="sm" c="dimmed" {...props} />

export const Refusal = (props: WordsProps) => <Text size="sm" c="var(--mantine-color-error)" role="alert" {...props} />
