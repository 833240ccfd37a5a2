import { markOf } from '@bordee/core/operations/snowfall.ts'
import { Progress } from '@mantine/core'
import classes from './season.module.css'

const colors = { 80: 'amber', 100: 'red' } as const

/** How much of a ceiling is used, in a bar and in words. */
export function UsageBar({ percent, label }: { percent: number; label: string }) {
  const mark = markOf(percent)
  return (
    <div className={classes.usage}>
      <Progress value={Math.min(100, percent)} color={mark ? colors[mark] : undefined} radius="xl" aria-label={label} />
      <span className="bordee-figures">
        {label} (<strong>{percent}&nbsp;%</strong>)
      </span>
    </div>
  )
}
