import type { Detour, StopPlace } from '@bordee/core/operations/added-distance.ts'
import type { BoardRound } from '@bordee/core/operations/board.ts'
import { Stack, UnstyledButton } from '@mantine/core'
import { kilometres } from '../routes/kilometres.ts'
import { ask } from '../ui/dialogs.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './operations.module.css'

interface Props {
  place: StopPlace
  /** The smallest first. */
  detours: readonly Detour[]
  rounds: readonly BoardRound[]
}

/** Which run takes the stops, and where; null if the user cancels. */
export const askRun = (title: string, props: Props) => ask<Detour | null>(title, null, (answer) => <Detours {...props} onAnswer={answer} />)

function Detours({ place, detours, rounds, onAnswer }: Props & { onAnswer: (detour: Detour) => void }) {
  const [best] = detours
  if (!best) return <Hint>Aucune tournée n’est en cours. Créez une reprise&nbsp;: n’importe quel opérateur pourra la prendre.</Hint>
  const offered = detours.filter((detour) => detour.place === place)
  const isElsewhere = best.place !== place && best.metres !== null
  const choice = (detour: Detour) => (
    <Choice
      key={`${detour.runId} ${detour.place}`}
      detour={detour}
      round={rounds.find(({ runId }) => runId === detour.runId)}
      onChoose={() => onAnswer(detour)}
    />
  )
  return (
    <Stack gap={6}>
      <Hint>{placeNames[place]}, le plus petit détour d’abord, à vol d’oiseau.</Hint>
      {offered.map(choice)}
      {isElsewhere && (
        <>
          <Hint>{best.place === 'end' ? 'Plus court à la fin de la tournée\u00a0:' : 'Plus court comme prochain arrêt\u00a0:'}</Hint>
          {choice(best)}
        </>
      )}
    </Stack>
  )
}

export const placeNames: Record<StopPlace, string> = { next: 'Prochain arrêt', end: 'À la fin' }

function Choice({ detour, round, onChoose }: { detour: Detour; round: BoardRound | undefined; onChoose: () => void }) {
  if (!round) return null
  return (
    <UnstyledButton className={classes.run} onClick={onChoose}>
      <span className={`${classes.unit} bordee-figures`}>{round.unit ?? '–'}</span>
      <span className={classes.roundName}>
        <strong>{round.routeName}</strong>
        <small>{round.drivers.map(({ name }) => name).join(', ') || 'sans opérateur'}</small>
      </span>
      <span className="bordee-figures">{detour.metres === null ? '' : `+\u00a0${kilometres(detour.metres)}`}</span>
    </UnstyledButton>
  )
}
