import type { ContractSummary } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Skeleton } from '@mantine/core'
import { useCall } from '../calls.ts'
import classes from './SummaryBar.module.css'

type Sum = ContractSummary['total']

const together = (sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: sums.reduce((all, { amount }) => all + amount, 0),
})

/** Sent, printed or consulted: the client may still sign. */
const waiting = contractLife.from('accept') as ('sent' | 'printed' | 'consulted')[]

const cells: { label: string; tone?: string; of: (summary: ContractSummary) => Sum }[] = [
  { label: 'Total', of: ({ total }) => total },
  { label: 'Brouillon', tone: 'neutral', of: ({ draft }) => draft },
  { label: 'En attente', tone: 'info', of: (summary) => together(waiting.map((status) => summary[status])) },
  { label: 'Accepté', tone: 'good', of: ({ accepted }) => accepted },
  { label: 'Impayé', tone: 'attention', of: ({ notPaid }) => notPaid },
  { label: 'Payé', tone: 'good', of: ({ paid }) => paid },
  { label: 'Refusé', tone: 'bad', of: ({ declined }) => declined },
  { label: 'Solde à recevoir', of: ({ remainingAmount }) => remainingAmount },
]

/** The season's totals. If they fail to load, the bar hides: the list below still works. */
export function SummaryBar() {
  const summary = useCall(contractCalls.getContractSummary)
  if (summary.isError) return null
  return (
    // The bar scrolls sideways on a phone, so keyboard users need to focus it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section className={`${classes.summary} bordee-card`} aria-label="Sommaire des contrats" aria-busy={summary.isPending} tabIndex={0}>
      <dl>
        {cells.map(({ label, tone, of }) => (
          <div key={label}>
            <dt data-tone={tone}>{label}</dt>
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
