import { ask } from '../ui/dialogs.tsx'
import { CrewDialog } from './CrewDialog.tsx'

/** « Rappel de l'équipe » for an operation. */
export const askCrew = (operationId: string) =>
  ask('Rappel de l’équipe', undefined, (close) => <CrewDialog operationId={operationId} onClose={() => close(undefined)} />)
