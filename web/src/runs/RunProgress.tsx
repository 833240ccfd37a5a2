import type { Run } from '@bordee/core/runs/run.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
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
        <strong>{completionPercentage}&nbsp;%</strong> · {count(areasDone, 'fait')} sur {formatNumber(areasCount)}
        {notDoneCount > 0 && (
          <span className={classes.left}>
            {' · '}
            {count(notDoneCount, 'non fait', 'non faits')}
          </span>
        )}
      </span>
    </div>
  )
}
