import { Stack, UnstyledButton } from '@mantine/core'
import { kilometres } from '../routes/kilometres.ts'
import { ask } from '../ui/dialogs.tsx'
import { Hint } from '../ui/words.tsx'
import type { NearRun } from './nearestRuns.ts'
import classes from './operations.module.css'

/** Which run takes the stops; null if the user cancels. */
export const askRun = (title: string, runs: readonly NearRun[]) =>
  ask<string | null>(title, null, (answer) => <Runs runs={runs} onAnswer={answer} />)

function Runs({ runs, onAnswer }: { runs: readonly NearRun[]; onAnswer: (runId: string) => void }) {
  if (runs.length === 0)
    return <Hint>Aucune tournée n’est en cours. Créez une reprise&nbsp;: n’importe quel chauffeur pourra la prendre.</Hint>
  return (
    <Stack gap={6}>
      <Hint>La plus proche d’abord, à vol d’oiseau.</Hint>
      {runs.map(({ round, metres }) => (
        <UnstyledButton key={round.runId} className={classes.run} onClick={() => onAnswer(round.runId)}>
          <span className={`${classes.unit} bordee-figures`}>{round.unit ?? '–'}</span>
          <span className={classes.roundName}>
            <strong>{round.routeName}</strong>
            <small>{round.drivers.map(({ name }) => name).join(', ') || 'sans chauffeur'}</small>
          </span>
          <span className="bordee-figures">{metres === null ? '' : kilometres(metres)}</span>
        </UnstyledButton>
      ))}
    </Stack>
  )
}
