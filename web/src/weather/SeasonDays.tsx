import type { SeasonSnowfall } from '@bordee/core/season/season-snow.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { addDays, type IsoDate, monthName } from '@bordee/core/time.ts'
import classes from './weather.module.css'

type Days = SeasonSnowfall['days']

const [width, top, middle, bottom] = [976, 8, 84, 128]

/** The season day by day: snow above, and below it from the coldest to the warmest hour, around the line of freezing. */
export function SeasonDays({ year, days }: { year: number; days: Days }) {
  const first = `${year}-10-01`
  const shown = days.filter(({ day }) => day < `${year + 1}-06-01`)
  const placeOf = (day: IsoDate) => Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000) * 4
  const most = Math.max(10, ...shown.map(({ snow }) => snow ?? 0))
  const coldest = Math.max(10, ...shown.flatMap(({ lowest, highest }) => [lowest, highest]).map((degrees) => Math.abs(degrees ?? 0)))
  const heightOf = (degrees: number) => (middle + bottom) / 2 - (degrees / coldest) * ((bottom - middle) / 2)
  const months = Array.from({ length: 8 }, (_, i) => addDays(first, 15 + 30.4 * i).slice(0, 7))
  return (
    <figure style={{ margin: 0 }} aria-label="La neige et la température, jour par jour">
      <svg className={classes.days} viewBox={`0 0 ${width} 150`} preserveAspectRatio="none" aria-hidden>
        {shown.map(({ day, snow, lowest, highest }) => (
          <g key={day}>
            {snow !== null && snow > 0 && (
              <rect
                x={placeOf(day)}
                width={3}
                y={middle - 6 - (snow / most) * (middle - 6 - top)}
                height={(snow / most) * (middle - 6 - top)}
                fill="var(--bordee-info)"
              />
            )}
            {lowest !== null && highest !== null && (
              <rect
                x={placeOf(day)}
                width={3}
                y={heightOf(highest)}
                height={Math.max(1, heightOf(lowest) - heightOf(highest))}
                fill="var(--bordee-edge)"
              />
            )}
          </g>
        ))}
        <line x1={0} x2={width} y1={middle - 6} y2={middle - 6} stroke="var(--bordee-border)" />
        <line x1={0} x2={width} y1={heightOf(0)} y2={heightOf(0)} stroke="var(--bordee-quiet)" strokeDasharray="3 3" />
      </svg>
      <ol className={classes.months}>
        {months.map((month) => (
          <li key={month}>
            {monthName(month).split(' ')[0]}
            <span className="bordee-visually-hidden">{`\u00a0: ${monthInWords(shown.filter(({ day }) => day.startsWith(month)))}`}</span>
          </li>
        ))}
      </ol>
      <figcaption className={classes.foot}>
        En haut, la neige de chaque jour. En bas, la température, de l’heure la plus froide à la plus chaude&nbsp;: le pointillé est à
        0&nbsp;°C.
      </figcaption>
    </figure>
  )
}

function monthInWords(days: Days): string {
  if (days.length === 0) return 'sans donnée'
  const snow = days.reduce((sum, day) => sum + (day.snow ?? 0), 0)
  const degrees = days.flatMap(({ lowest, highest }) => [lowest, highest]).filter((value) => value !== null)
  const range = degrees.length > 0 && `de ${formatNumber(Math.min(...degrees))} à ${formatNumber(Math.max(...degrees))}\u00a0°C`
  return [`${formatNumber(Math.round(snow * 10) / 10)}\u00a0cm de neige`, range].filter(Boolean).join(', ')
}
