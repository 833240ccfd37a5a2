import { seasonOf } from '@bordee/core/contracts/season.ts'
import { todayIn } from '@bordee/core/time.ts'
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

/** The seasons that the list of contracts shows, remembered by this browser. */
export function useSeason() {
  const current = seasonOf(todayIn(useZone(), new Date()))
  const [choice, setChoice] = useState(read)
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

function read(): SeasonChoice {
  const kept = readStorage('localStorage', key) ?? ''
  return kept === 'all' || /^\d{4}$/.test(kept) ? (kept as SeasonChoice) : 'current'
}
