import { count } from '@bordee/core/text.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
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
    jour: formatDate(todayIn(zone, new Date(openedAt))).slice(0, 5),
    'Neige (cm)': depth ?? 0,
    'Travail (h)': Math.round(hours ?? 0),
  }))
  const bars = (name: 'Neige (cm)' | 'Travail (h)', color: 'info' | 'spruce') => (
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
      {bars('Travail (h)', 'spruce')}
    </div>
  )
}
