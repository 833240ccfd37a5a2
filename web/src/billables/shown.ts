// Which lines are shown, and how they are added up: as this browser remembers it.
import { type BillableGrouping, billableGroupings } from '@bordee/core/billables/billable.ts'
import { type BillableState, billableStates } from '@bordee/core/billables/billable-life.ts'
import { useState } from 'react'
import { readStorage, writeStorage } from '../ui/storage.ts'

type Shown = BillableState | 'all'

export const groupingNames: Record<BillableGrouping, string> = { operation: 'Par opération', month: 'Par mois', client: 'Par client' }
export const shownNames: Record<Shown, string> = { proposed: 'À facturer', waived: 'Écartées', invoiced: 'Facturées', all: 'Toutes' }

function useKept<T extends string>(key: string, known: readonly T[], otherwise: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => known.find((one) => one === readStorage('localStorage', key)) ?? otherwise)
  return [
    value,
    (next) => {
      setValue(next)
      writeStorage('localStorage', key, next)
    },
  ]
}

export const useGrouping = () => useKept<BillableGrouping>('bordee:billables-by', billableGroupings, 'operation')
export const useShown = () => useKept<Shown>('bordee:billables-shown', [...billableStates, 'all'], 'proposed')

/** As a filter of the calls. */
export const stateOf = (shown: Shown): { state?: BillableState } => (shown === 'all' ? {} : { state: shown })
