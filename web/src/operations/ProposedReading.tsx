import type { OperationDetails, Reading } from '@bordee/core/operations/operation.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { hourIn } from '@bordee/core/time.ts'
import { hourMs, proposalOf } from '@bordee/core/weather/hours.ts'
import { weatherCalls } from '@bordee/core/weather/weather.calls.ts'
import { isUnknown, mostWeatherDays, weatherCredits } from '@bordee/core/weather/weather.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

interface Props {
  operation: Pick<OperationDetails, 'openedAt' | 'closedAt'>
  kind: Reading['kind']
  /** Of a far sector, its own weather; else that of the middle of the company. */
  sectorId: string | null
  onTake: (amount: number) => void
}

/** What the recorded weather says, with its source. People decide: nothing is noted until they do. */
export function ProposedReading({ operation: { openedAt, closedAt }, kind, sectorId, onTake }: Props) {
  const zone = useZone()
  const [now] = useState(() => Date.now())
  const to = closedAt ? Date.parse(closedAt) : now
  const opened = Date.parse(openedAt)
  const from = Math.max(opened - hourMs, to - mostWeatherDays * 24 * hourMs)
  const weather = useCall(weatherCalls.getWeather, { from: new Date(from).toISOString(), to: new Date(to).toISOString() }, { what: null })
  const places = weather.data?.places ?? []
  const own = places.find((place) => place.sectorId === sectorId && !place.hours.every(isUnknown))
  const place = own ?? places.find((one) => one.sectorId === null)
  const proposal = place && proposalOf(kind, place.hours, opened)
  if (!proposal) return null
  const { amount, source, at, missing } = proposal
  const facts = [
    weatherCredits[source].name,
    `jusqu’à ${hourIn(zone, at)}`,
    missing > 0 && `${count(missing, 'heure manque', 'heures manquent')}`,
  ].filter(Boolean)
  return (
    <div>
      <Hint>{`Météo enregistrée\u00a0: ${formatNumber(amount)}\u00a0${kind === 'depth' ? 'cm' : '°C'} (${facts.join(', ')})`}</Hint>
      <Button variant="subtle" size="compact-sm" onClick={() => onTake(amount)}>
        Prendre cette valeur
      </Button>
    </div>
  )
}
