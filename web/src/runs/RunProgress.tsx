import type { Run } from '@bordee/core/runs/run.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Progress } from '@mantine/core'
import classes from './runs.module.css'
import { stateColors } from './runWords.ts'

type Counts = Pick<Run, 'completionPercentage' | 'areasDone' | 'areasCount' | 'notDoneCount'>

/** A run's progress, in words and as a bar: done, not done, left. */
export function RunProgress({ completionPercentage, areasDone, areasCount, notDoneCount }: Counts) {
  const part = (n: number) => (areasCount ? (100 * n) / areasCount : 0)
  return (
    <div className={classes.progress}>
      <Progress.Root size={8} aria-hidden>
        <Progress.Section value={part(areasDone)} color={stateColors.done} />
        <Progress.Section value={part(notDoneCount)} color={stateColors['not-done']} />
      </Progress.Root>
      <span className="bordee-figures">
        <strong>{completionPercentage}&nbsp;%</strong> · {formatNumber(areasDone)} sur {formatNumber(areasCount)}
        {notDoneCount > 0 && (
          <span className={classes.left}>
            {' · '}
            {formatNumber(notDoneCount)} non fait{notDoneCount > 1 && 's'}
          </span>
        )}
      </span>
    </div>
  )
}
