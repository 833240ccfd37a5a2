import { count, formatNumber } from '@bordee/core/text.ts'
import { hourIn, wallClock } from '@bordee/core/time.ts'
import { isUnknown, type WeatherHour, weatherCredits } from '@bordee/core/weather/weather.ts'
import { dayInWords } from '@bordee/core/written-days.ts'
import { useEffect, useRef } from 'react'
import { useZone } from '../ui/zone.ts'
import { WeatherCredits } from './WeatherCredits.tsx'
import classes from './weather.module.css'

/** Centimetres in an hour that fill a bar: heavy snow. */
const tallest = 4

interface Props {
  label: string
  hours: readonly WeatherHour[]
}

/** Temperature and snow, hour by hour. It opens on the last hours. */
export function WeatherStrip({ label, hours }: Props) {
  const zone = useZone()
  const strip = useRef<HTMLUListElement>(null)
  const shownCount = hours.length
  useEffect(() => {
    if (shownCount > 0 && strip.current) strip.current.scrollLeft = strip.current.scrollWidth
  }, [shownCount])
  const most = Math.max(tallest, ...hours.map(({ snow }) => snow ?? 0))
  const dayOf = (hour: WeatherHour | undefined) => hour && wallClock(hour.hour, zone).date
  const sources = [...new Set(hours.flatMap(({ source }) => source ?? []))]
  const fell = hours.reduce((sum, { snow }) => sum + (snow ?? 0), 0)
  const gaps = hours.filter(isUnknown).length
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <ul ref={strip} className={`${classes.strip} bordee-figures`} tabIndex={0} aria-label={label}>
        {hours.map((hour, i) => (
          <li key={hour.hour} className={classes.hour} data-gap={isUnknown(hour) || undefined} title={inWords(hour, zone)}>
            <span className="bordee-visually-hidden">{inWords(hour, zone)}</span>
            <span className={classes.day} aria-hidden>
              {dayOf(hour) !== dayOf(hours[i - 1]) && dayInWords(dayOf(hour) ?? '', 'short')}
            </span>
            <span className={classes.degrees} aria-hidden>
              {hour.temperature === null ? '–' : `${formatNumber(Math.round(hour.temperature) || 0)}°`}
            </span>
            <span className={classes.bar} style={{ height: `${((hour.snow ?? 0) / most) * 100}%` }} hidden={!hour.snow} />
            <span className={classes.fell} style={{ gridRow: 4 }} aria-hidden>
              {hour.snow ? formatNumber(hour.snow) : ''}
            </span>
            <time className={classes.clock} style={{ gridRow: 5 }} dateTime={hour.hour} aria-hidden>
              {hourIn(zone, hour.hour)}
            </time>
          </li>
        ))}
      </ul>
      <figcaption className={`${classes.foot} bordee-figures`}>
        <span>Neige&nbsp;: {formatNumber(Math.round(fell * 10) / 10)}&nbsp;cm</span>
        {gaps > 0 && <span>{count(gaps, 'heure sans donnée', 'heures sans donnée')}</span>}
        <WeatherCredits sources={sources} />
      </figcaption>
    </figure>
  )
}

function inWords(hour: WeatherHour, zone: string): string {
  const { temperature, snow, rain, wind, source, userName } = hour
  const facts = [
    temperature !== null && `${formatNumber(temperature)}\u00a0°C`,
    snow !== null && `${formatNumber(snow)}\u00a0cm de neige`,
    rain !== null && `${formatNumber(rain)}\u00a0mm de pluie`,
    wind !== null && `vent de ${formatNumber(wind)}\u00a0km/h`,
  ].filter(Boolean)
  const from = userName ? `notée par ${userName}` : source && weatherCredits[source].name
  const { date } = wallClock(hour.hour, zone)
  return `${dayInWords(date)}, ${hourIn(zone, hour.hour)}\u00a0: ${facts.length > 0 ? `${facts.join(', ')} (${from})` : 'sans donnée'}`
}
