import { Button, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import classes from './DataGrid.module.css'

interface Props {
  complete: boolean
  failed: boolean
  /** A search, a filter or a sort arranges the rows. */
  narrowed: boolean
  onRetry: (() => void) | undefined
}

/** Under rows that are not all there, or could not be read again: what is missing, said calmly. */
export function GridNote({ complete, failed, narrowed, onRetry }: Props) {
  return (
    <div className={classes.note} role="status" data-failed={failed || undefined}>
      {failed ? <IconCloudOff size={16} aria-hidden /> : <Loader size={14} aria-hidden />}
      <span>
        {!failed && 'Chargement de la suite…'}
        {failed && (complete ? 'La liste n’a pas pu être mise à jour.' : 'La suite de la liste n’a pas pu être chargée.')}
        {!complete && narrowed && ' Recherche, filtres et tri portent seulement sur les lignes déjà chargées.'}
      </span>
      {failed && onRetry && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </div>
  )
}
