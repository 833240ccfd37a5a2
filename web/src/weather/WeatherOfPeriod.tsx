import { weatherCalls } from '@bordee/core/weather/weather.calls.ts'
import { isUnknown } from '@bordee/core/weather/weather.ts'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { NoWeather } from './NoWeather.tsx'
import { WeatherStrip } from './WeatherStrip.tsx'

interface Props {
  from: string
  to: string
  label: string
}

/** A strip per place: the middle of the company first. */
export function WeatherOfPeriod({ from, to, label }: Props) {
  const weather = useCall(weatherCalls.getWeather, { from, to })
  const [chosen, setChosen] = useState('')
  if (weather.isLoadingError) return <BrokenPart onRetry={() => void weather.refetch()} />
  if (!weather.data) return <Skeleton height={130} radius={12} role="status" aria-busy aria-label="Chargement…" />
  const { source, places } = weather.data
  const known = places.filter(({ sectorId, hours }) => sectorId === null || !hours.every(isUnknown))
  const place = known.find(({ sectorId }) => (sectorId ?? '') === chosen) ?? known[0]
  if (!place || known.every(({ hours }) => hours.every(isUnknown))) return <NoWeather source={source} />
  return (
    <>
      {known.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Endroit"
          data={known.map(({ sectorId, sectorName }) => ({ value: sectorId ?? '', label: sectorName ?? 'Centre' }))}
          value={place.sectorId ?? ''}
          onChange={setChosen}
          mb="xs"
        />
      )}
      <WeatherStrip label={label} hours={place.hours} />
    </>
  )
}
