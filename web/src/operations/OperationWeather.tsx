import type { OperationDetails } from '@bordee/core/operations/operation.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { mostWeatherDays } from '@bordee/core/weather/weather.ts'
import { useState } from 'react'
import { SectionTitle } from '../ui/words.tsx'
import { WeatherOfPeriod } from '../weather/WeatherOfPeriod.tsx'
import classes from './operations.module.css'

/** From an hour before the opening to the end; of one that stays open for weeks, the last days. */
export function OperationWeather({ operation: { openedAt, closedAt } }: { operation: OperationDetails }) {
  const [now] = useState(() => hourOf(Date.now()) + hourMs)
  const to = closedAt ? Date.parse(closedAt) : now
  const from = Math.max(Date.parse(openedAt) - hourMs, to - mostWeatherDays * 24 * hourMs)
  return (
    <section className={`${classes.panel} bordee-card`} aria-label="Météo" data-wide>
      <SectionTitle>Météo</SectionTitle>
      <WeatherOfPeriod
        label="La météo de l’opération, heure par heure"
        from={new Date(from).toISOString()}
        to={new Date(to).toISOString()}
      />
    </section>
  )
}
