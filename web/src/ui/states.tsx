// What a page shows instead of its content: empty, loading, not found, in trouble.
import { ActionIcon, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconMapOff, IconSnowflake } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'
import { Hint } from './words.tsx'

interface EmptyStateProps {
  title: ReactNode
  description?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** For a whole page: the title is a first-level heading. */
  page?: boolean
  card?: boolean
}

export function EmptyState({ title, description, icon = <IconSnowflake />, action, page = false, card = false }: EmptyStateProps) {
  return (
    <div className={`${classes.empty}${card ? ' bordee-card' : ''}`} data-page={page || undefined} data-empty>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {page ? <Title order={1}>{title}</Title> : <p className={classes.title}>{title}</p>}
      {description && (
        <Text c="dimmed" size="sm" maw={440}>
          {description}
        </Text>
      )}
      {action && (
        <Group justify="center" mt="sm">
          {action}
        </Group>
      )}
    </div>
  )
}

interface PageHeaderProps {
  title: ReactNode
  /** A line under the title. */
  description?: ReactNode
  /** The back arrow's action; without it there is no arrow. */
  onBack?: () => void
  actions?: ReactNode
}

export function PageHeader({ title, description, onBack, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {onBack && (
        <ActionIcon variant="default" size={36} aria-label="Retour" onClick={onBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
      )}
      <div className={classes.heading}>
        <Title order={1}>{title}</Title>
        {description && <Hint>{description}</Hint>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** A page's skeleton while it loads. */
export function LoadingPage() {
  return (
    <div role="status" aria-busy>
      <span className="bordee-visually-hidden">Chargement…</span>
      <Group justify="space-between" mb="lg">
        <Skeleton height={28} width={220} radius={8} />
        <Skeleton height={36} width={130} radius={10} />
      </Group>
      <Stack className="bordee-card" p="lg" gap="lg">
        {[90, 74, 82, 60, 78].map((width) => (
          <Skeleton key={width} height={14} width={`${width}%`} radius={7} />
        ))}
      </Stack>
    </div>
  )
}

export function NotFoundPage({ what = 'Page', home = '/' }: { what?: string; home?: string }) {
  return (
    <EmptyState
      page
      icon={<IconMapOff />}
      title={`${what} introuvable`}
      description="L’adresse a peut-être changé, ou vous n’y avez pas accès."
      action={
        <Button component="a" href={home} variant="default">
          Retour à l’accueil
        </Button>
      }
    />
  )
}

interface TroublePageProps {
  contact: string
  /** What failed, if one knows. */
  what?: string
  onRetry?: () => void
}

/** The page for an unexpected error, or for a screen that needs the network to load. */
export function TroublePage({ contact, what = '', onRetry }: TroublePageProps) {
  return (
    <EmptyState
      page
      title={navigator.onLine ? 'Réessayez plus tard…' : 'Pas de connexion à Internet'}
      description={
        navigator.onLine ? `Oups, quelque chose s’est mal passé. ${what}` : 'Cette page se chargera quand la connexion sera revenue.'
      }
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Réessayer</Button>}
          <Anchor href={contact}>Nous joindre</Anchor>
        </>
      }
    />
  )
}
