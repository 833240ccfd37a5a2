import { count } from '@bordee/core/text.ts'
import { todayIn } from '@bordee/core/time.ts'
import { dayInWords } from '@bordee/core/written-days.ts'
import { Chart } from '../ui/Charts.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './operations.module.css'

interface Night {
  openedAt: string
  depth: number | null
  hours: number | null
}

/** A chart for the snow and one for the hours of each night, oldest first: on one axis, one of the two would be dwarfed. */
export function SeasonBars({ nights, height }: { nights: readonly Night[]; height: number }) {
  const zone = useZone()
  const data = nights.map(({ openedAt, depth, hours }) => ({
    jour: dayInWords(todayIn(zone, new Date(openedAt)), 'short'),
    'Neige (cm)': depth ?? 0,
    'Heures de travail': Math.round((hours ?? 0) * 10) / 10,
  }))
  const bars = (name: 'Neige (cm)' | 'Heures de travail', color: 'info' | 'spruce') => (
    <div>
      <Hint>{name}</Hint>
      <Chart
        kind="bar"
        label={`${name}, ${count(nights.length, 'opération')}`}
        height={height}
        data={data}
        by="jour"
        series={[{ name, color }]}
      />
    </div>
  )
  return (
    <div className={classes.bars}>
      {bars('Neige (cm)', 'info')}
      {bars('Heures de travail', 'spruce')}
    </div>
  )
}
