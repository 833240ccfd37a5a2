// What a page shows instead of a part that failed. Apart from states.tsx, which pages without calls load too.
import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { listed, useFailures } from './failures.ts'
import { PartMissing } from './lazyComponent.tsx'
import { EmptyState } from './states.tsx'

interface BrokenPartProps {
  /** Tries this part again; whatever else failed on the page is read again too. */
  onRetry?: (() => void) | undefined
  /** The title when no call of the page failed. */
  title?: string
  /** For a whole page: the title is a first-level heading. */
  page?: boolean
}

/** Shown instead of a part that failed: names what could not be read, and offers to retry. */
export function BrokenPart({ onRetry, title = somethingWrong(), page = false }: BrokenPartProps) {
  const { missing, isCutOff, retry } = useFailures()
  return (
    <div role="alert" data-failed>
      <EmptyState
        page={page}
        icon={<IconCloudOff />}
        title={missing.length ? `Impossible de charger ${listed(missing)}` : title}
        description={missing.length ? (isCutOff ? connectionHint : serverHint) : undefined}
        action={
          <Button
            variant="default"
            onClick={() => {
              onRetry?.()
              retry()
            }}
          >
            Réessayer
          </Button>
        }
      />
    </div>
  )
}

const connectionHint = 'Vérifiez votre connexion, puis réessayez.'
const serverHint = 'L’erreur vient du serveur, pas de votre connexion. Réessayez dans quelques minutes.'

const somethingWrong = () => (navigator.onLine ? 'Une erreur est survenue.' : 'Pas de connexion à Internet')

const OutdatedPage = () => (
  <div role="alert" data-failed>
    <EmptyState
      page
      icon={<IconRefresh />}
      title="Une partie de cette page n’est plus là"
      description="Bordée a sans doute été mis à jour depuis que la page est ouverte. Ce que vous avez enregistré y est toujours."
      action={<Button onClick={() => location.reload()}>Recharger la page</Button>}
    />
  </div>
)

interface BoundaryProps {
  children: ReactNode
  /** Reports the error. */
  onError?: (error: unknown) => void
  /** Called before rendering again, e.g. to reset failed queries. */
  onRetry?: () => void
}

export class ErrorBoundary extends Component<BoundaryProps, { broken: boolean; isOutdated: boolean }> {
  override state = { broken: false, isOutdated: false }

  static getDerivedStateFromError(error: unknown) {
    return { broken: true, isOutdated: error instanceof PartMissing }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    if (this.state.isOutdated) return <OutdatedPage />
    return (
      <BrokenPart
        page
        onRetry={() => {
          this.props.onRetry?.()
          this.setState({ broken: false })
        }}
      />
    )
  }
}
