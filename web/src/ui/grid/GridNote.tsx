import { Button, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import classes from './DataGrid.module.css'

interface Props {
  complete: boolean
  failed: boolean
  /** Whether a search, a filter or a sort applies. */
  narrowed: boolean
  onRetry: (() => void) | undefined
}

/** Beside the search while rows are missing or could not be refreshed, where nothing moves when it appears. */
export function GridNote({ complete, failed, narrowed, onRetry }: Props) {
  return (
    <div className={classes.note} role="status" data-failed={failed || undefined}>
      {failed ? <IconCloudOff size={16} aria-hidden /> : <Loader size={14} aria-hidden />}
      <span>
        {!complete && narrowed && 'Résultats partiels\u00a0: '}
        {sentence(complete, failed, !complete && narrowed)}
      </span>
      {failed && onRetry && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </div>
  )
}

function sentence(complete: boolean, failed: boolean, goesOn: boolean): string {
  const words = !failed
    ? 'Chargement de la suite…'
    : complete
      ? 'La liste n’a pas pu être mise à jour.'
      : 'La suite n’a pas pu être chargée.'
  return goesOn ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
