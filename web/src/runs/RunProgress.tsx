import type { Run } from '@bordee/core/runs/run.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Progress } from '@mantine/core'
import classes from './runs.module.css'
import { stateColors } from './runWords.ts'

interface Props extends Pick<Run, 'completionPercentage' | 'areasDone' | 'areasCount' | 'notDoneCount'> {
  /** Known where the areas are. */
  partialCount?: number
}

/** A run's progress, in words and as a bar: done, in part, not done, left. */
export function RunProgress({ completionPercentage, areasDone, areasCount, notDoneCount, partialCount = 0 }: Props) {
  const part = (n: number) => (areasCount ? (100 * n) / areasCount : 0)
  return (
    <div className={classes.progress}>
      <Progress.Root size={8} aria-hidden>
        <Progress.Section value={part(areasDone)} color={stateColors.done} />
        <Progress.Section value={part(partialCount)} color={stateColors.partial} />
        <Progress.Section value={part(notDoneCount)} color={stateColors['not-done']} />
      </Progress.Root>
      <span className="bordee-figures">
        <strong>{completionPercentage}&nbsp;%</strong> · {count(areasDone, 'fait')} sur {formatNumber(areasCount)}
        {partialCount > 0 && ` · ${formatNumber(partialCount)} en partie`}
        {notDoneCount > 0 && (
          <span className={classes.left}>
            {' · '}
            {count(notDoneCount, 'pas fait', 'pas faits')}
          </span>
        )}
      </span>
    </div>
  )
}
