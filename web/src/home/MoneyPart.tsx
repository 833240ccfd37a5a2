import { type ContractStatus, contractLife } from '@bordee/core/contracts/contract-life.ts'
import type { HomeParts } from '@bordee/core/home/home.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import type { Filter } from '../ui/grid/columns.ts'
import { type Door, only } from '../ui/gridLink.ts'
import { type Tile, Tiles } from '../ui/Tiles.tsx'
import { useZone } from '../ui/zone.ts'
import { Part } from './Part.tsx'

/** Of every season: what is owed since last winter is owed. */
const contracts = (filters: Record<string, Filter>): Door => ({
  to: '/dashboard/contracts/list',
  search: { ...(only('contracts', filters) as object), season: 'all' },
})

const inStatus = (...statuses: ContractStatus[]) => ({ status: { oneOf: statuses } })

export function MoneyPart({ money: { overdue, toSign, dueThisWeek } }: { money: HomeParts['money'] }) {
  const today = todayIn(useZone(), new Date())
  const tile = (label: string, sum: { count: number; amount: number }, filters: Record<string, Filter>): Tile => ({
    label,
    value: formatMoney(sum.amount),
    detail: count(sum.count, 'contrat'),
    link: contracts(filters),
  })
  const week = { ...inStatus('accepted', 'unpaid'), nextDueDate: { from: today, to: addDays(today, 6) } }
  const all = [
    { ...tile('Versements en retard', overdue, inStatus('unpaid')), tone: overdue.count > 0 && ('bad' as const) },
    tile('Versements de la semaine', dueThisWeek, week),
    tile('À signer', toSign, inStatus(...contractLife.from('accept'))),
  ]
  const sums = [overdue, dueThisWeek, toSign]
  const tiles = all.filter((_, i) => sums[i]?.count)
  if (tiles.length === 0) return null
  return (
    <Part title="Argent">
      <Tiles label="Argent" tiles={tiles} />
    </Part>
  )
}
