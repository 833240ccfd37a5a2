import { type Indicator, indicatorColors, indicatorMeanings, indicatorTypes } from '@bordee/core/sites/site.ts'
import { IconBulldozer, IconSnowflake, IconSnowman } from '@tabler/icons-react'
import classes from './zones.module.css'

const icons = { snowflake: IconSnowflake, snowman: IconSnowman, snowplow: IconBulldozer }

/** A pictogram on the operator's map: where to pile snow, where not to. */
export function IndicatorIcon({ type, color, framed = false }: Pick<Indicator, 'type' | 'color'> & { framed?: boolean }) {
  const Icon = icons[type]
  return (
    <span className={framed ? classes.indicator : undefined} style={{ color: indicatorColors[color] }}>
      <Icon size={framed ? 20 : 18} stroke={2.2} aria-hidden />
    </span>
  )
}

export const describe = ({ type, color }: Pick<Indicator, 'type' | 'color'>) => indicatorMeanings[type][color]

export const everyIndicator = indicatorTypes.flatMap((type) => (['blue', 'red'] as const).map((color) => ({ type, color })))
