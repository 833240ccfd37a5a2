import { Button, Skeleton } from '@mantine/core'
import { IconSearch, IconSearchOff, IconSnowflake } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BrokenPart } from '../broken.tsx'
import { EmptyState } from '../states.tsx'
import classes from './DataGrid.module.css'

/** What an empty grid says, and the action to start with. */
export interface EmptyWords {
  title: string
  description?: string
  action?: ReactNode
}

interface Props {
  state: 'loading' | 'empty' | 'nothing' | 'nothing-yet' | 'failed'
  empty: EmptyWords | undefined
  onClear: () => void
  onRetry: (() => void) | undefined
}

/** Shown instead of rows. */
export function GridMessage({ state, empty, onClear, onRetry }: Props) {
  switch (state) {
    case 'loading':
      return (
        <div className={classes.loading} role="status">
          <span className="bordee-visually-hidden">Chargement…</span>
          {widths.map((width) => (
            <Skeleton key={width} height={12} radius={6} width={`${width}%`} />
          ))}
        </div>
      )
    case 'failed':
      return <BrokenPart title="Impossible de charger les données" onRetry={onRetry} />
    case 'nothing-yet':
      return (
        <EmptyState
          icon={<IconSearch />}
          title="Aucun résultat pour l’instant"
          description="Toutes les lignes ne sont pas encore chargées."
        />
      )
    case 'nothing':
      return (
        <EmptyState
          icon={<IconSearchOff />}
          title="Aucun résultat"
          description="Aucune ligne ne correspond à la recherche et aux filtres."
          action={
            <Button variant="default" onClick={onClear}>
              Effacer les filtres
            </Button>
          }
        />
      )
    default:
      return (
        <EmptyState
          icon={<IconSnowflake />}
          title={empty?.title ?? 'Rien à afficher pour l’instant'}
          description={empty?.description}
          action={empty?.action}
        />
      )
  }
}

const widths = [92, 78, 85, 70, 88, 64, 81, 75]
