import { Group, SimpleGrid, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Presentation.module.css'

interface Props {
  title: string
  badge?: ReactNode
  points: readonly { icon: Icon; title: string; text: string }[]
  /** What it costs, before anyone signs up. */
  cost: ReactNode
  /** A picture of the module at work, from the guide. */
  picture: {
    name: string
    alt: string
    /** It was taken without the menu and the header. */
    isContent?: boolean
  }
  /** What the user can do about it. */
  children: ReactNode
}

/** Presents a module to a company that doesn't have it. */
export function Presentation({ title, badge, points, cost, picture, children }: Props) {
  return (
    <section className={`bordee-card ${classes.presentation}`}>
      <Group gap="sm">
        <Title order={2}>{title}</Title>
        {badge}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="lg" spacing="lg">
        {points.map(({ icon: Icon, title, text }) => (
          <div key={title} className={classes.point}>
            <Icon size={26} stroke={1.6} />
            <strong>{title}</strong>
            <span>{text}</span>
          </div>
        ))}
      </SimpleGrid>
      <figure className={classes.picture}>
        <div>
          <img src={`/guide/pictures/${picture.name}.png`} alt={picture.alt} data-content={picture.isContent || undefined} loading="lazy" />
        </div>
        <figcaption>Avec les données de la démonstration.</figcaption>
      </figure>
      <p className={classes.cost}>{cost}</p>
      <Group mt="md">{children}</Group>
    </section>
  )
}
