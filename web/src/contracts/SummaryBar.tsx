import type { ContractSummary } from '@bordee/core/contracts/contract.ts'
import { type ContractStatus, contractLife, signedStates } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { seasonDays } from '@bordee/core/contracts/season.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import type { Filter } from '../ui/grid/columns.ts'
import { only } from '../ui/gridLink.ts'
import classes from './SummaryBar.module.css'
import type { Seasons } from './useSeason.ts'

type Sum = ContractSummary['total']

const together = (sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: sums.reduce((all, { amount }) => all + amount, 0),
})

/** Sent, printed or consulted: the client may still sign. */
const waiting = contractLife.from('accept') as ('sent' | 'printed' | 'consulted')[]

interface Tile {
  label: string
  tone?: string
  of: (summary: ContractSummary) => Sum
  /** Lists what the tile counts. */
  filters: Record<string, Filter>
}

const inStatus = (...statuses: ContractStatus[]) => ({ status: { oneOf: statuses } })

const tiles: Tile[] = [
  { label: 'Total', of: ({ total }) => total, filters: {} },
  { label: 'Brouillon', tone: 'neutral', of: ({ draft }) => draft, filters: inStatus('draft') },
  {
    label: 'À signer',
    tone: 'info',
    of: (summary) => together(waiting.map((status) => summary[status])),
    filters: inStatus(...waiting),
  },
  { label: 'Signé', tone: 'good', of: ({ accepted }) => accepted, filters: inStatus('accepted') },
  { label: 'Impayé', tone: 'attention', of: ({ notPaid }) => notPaid, filters: inStatus('unpaid') },
  { label: 'Payé', tone: 'good', of: ({ paid }) => paid, filters: inStatus('paid') },
  { label: 'Refusé', tone: 'bad', of: ({ declined }) => declined, filters: inStatus('declined') },
  {
    label: 'Solde à recevoir',
    of: ({ remainingAmount }) => remainingAmount,
    filters: { ...inStatus(...signedStates), amountLeft: { min: 0.01 } },
  },
]

/** The totals of these seasons; each lists what it counts. If they fail to load, the bar hides: the list below still works. */
export function SummaryBar({ seasons: { first, last } }: { seasons: Seasons }) {
  const summary = useCall(contractCalls.getContractSummary, {
    ...(first && { from: seasonDays(first).from }),
    ...(last && { to: seasonDays(last).to }),
  })
  if (summary.isError) return null
  return (
    <section
      className={`${classes.summary} bordee-card bordee-scrolling`}
      aria-label="Sommaire des contrats"
      aria-busy={summary.isPending}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, so the keyboard must reach it
      tabIndex={0}
    >
      <dl>
        {tiles.map(({ label, tone, of, filters }) => (
          <div key={label}>
            <dt data-tone={tone}>
              <Link to="/dashboard/contracts/list/{-$contractId}" search={only('contracts', filters)}>
                {label}
              </Link>
            </dt>
            {summary.data ? <Figures {...of(summary.data)} /> : <FiguresToCome />}
          </div>
        ))}
      </dl>
    </section>
  )
}

function Figures({ count, amount }: Sum) {
  return (
    <>
      <dd className="bordee-figures">{formatNumber(count)}</dd>
      <dd className="bordee-figures">{formatMoney(amount)}</dd>
    </>
  )
}

function FiguresToCome() {
  return (
    <>
      <dd>
        <Skeleton height={22} width={36} />
      </dd>
      <dd>
        <Skeleton height={14} width={72} mt={5} />
      </dd>
    </>
  )
}
