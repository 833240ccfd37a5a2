import { seasonOf } from '@bordee/core/contracts/season.ts'
import { todayIn } from '@bordee/core/time.ts'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { readStorage, writeStorage } from '../ui/storage.ts'
import { useZone } from '../ui/zone.ts'

/** `current` follows the calendar, and includes what is prepared for later winters. */
export type SeasonChoice = 'current' | 'all' | `${number}`

const key = 'bordee:season'

/** The seasons that are shown, by their first year; open ends are undefined. */
export interface Seasons {
  first?: number
  last?: number
}

/** The seasons that the list of contracts shows: those of its address, or else the ones this browser remembers. */
export function useSeason() {
  const current = seasonOf(todayIn(useZone(), new Date()))
  const { season } = useSearch({ strict: false }) as { season?: unknown }
  const [choice, setChoice] = useState<SeasonChoice>(() => choiceOf(season) ?? choiceOf(readStorage('localStorage', key)) ?? 'current')
  const seasons = useMemo(() => seasonsOf(choice, current), [choice, current])
  function choose(next: SeasonChoice) {
    setChoice(next)
    writeStorage('localStorage', key, next)
  }
  return { choice, choose, current, seasons }
}

function seasonsOf(choice: SeasonChoice, current: number): Seasons {
  if (choice === 'all') return {}
  return choice === 'current' ? { first: current } : { first: Number(choice), last: Number(choice) }
}

const choiceOf = (season: unknown): SeasonChoice | undefined =>
  season === 'all' || season === 'current' || /^\d{4}$/.test(String(season)) ? (String(season) as SeasonChoice) : undefined
