import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { seasonName } from '@bordee/core/contracts/season.ts'
import { Select } from '@mantine/core'
import { useRows } from '../calls.ts'
import { useZone } from '../ui/zone.ts'
import { seasonOfContract } from './contractSeason.ts'
import type { SeasonChoice, useSeason } from './useSeason.ts'

/** Which winter's contracts are shown: the current one with those to come, another that has some, or all. */
export function SeasonSelect({ choice, choose, current }: ReturnType<typeof useSeason>) {
  const zone = useZone()
  const { rows = [] } = useRows(contractCalls.listContracts)
  const known = new Set([...rows.map((contract) => seasonOfContract(contract, zone)), ...(Number(choice) ? [Number(choice)] : [])])
  const others = [...known].filter((season) => season !== current).sort((a, b) => b - a)
  const hasLater = others.some((season) => season > current)
  return (
    <Select
      aria-label="Saison"
      w={210}
      allowDeselect={false}
      value={choice}
      onChange={(next) => next && choose(next as SeasonChoice)}
      data={[
        { value: 'current', label: `${seasonName(current)}${hasLater ? ' et après' : ''}` },
        ...others.map((one) => ({ value: String(one), label: seasonName(one) })),
        { value: 'all', label: 'Toutes les saisons' },
      ]}
    />
  )
}
