import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { ContractUsage as Usage } from '@bordee/core/contracts/usage.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { inUnits } from '@bordee/core/operations/ceiling.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Skeleton, Title } from '@mantine/core'
import { useCall } from '../calls.ts'
import { TermTable } from '../templates/TermTables.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { useZone } from '../ui/zone.ts'
import { UsageBar } from './UsageBar.tsx'

/** Of a signed contract with a ceiling: what its season used, and what makes it up. The client reads the same. */
export function ContractUsage({ contractId, level = 3 }: { contractId: string; level?: 2 | 3 }) {
  const usage = useCall(contractCalls.getContractUsage, { id: contractId })
  if (usage.isLoadingError) return <BrokenPart onRetry={() => void usage.refetch()} />
  if (usage.data === undefined) return <Skeleton height={60} radius={12} role="status" aria-busy aria-label="Chargement…" />
  return usage.data && <Shown usage={usage.data} level={level} />
}

function Shown({ usage, level }: { usage: Usage; level: 2 | 3 }) {
  const zone = useZone()
  const { year, used, ceiling, ceilingUnit, ceilingPrice, percent, beyond, nights } = usage
  const isByPass = ceilingUnit === 'passes'
  const counted = nights.filter(({ snow, passes }) => (isByPass ? passes.length > 0 : snow !== null))
  const title = `Plafond de la saison ${year}-${year + 1}`
  return (
    <section aria-label={title}>
      <Title order={level} size={level === 3 ? 'h5' : undefined} mb="xs">
        {title}
      </Title>
      <UsageBar percent={percent} label={`${formatNumber(used)} sur ${inUnits(ceiling, ceilingUnit)}`} />
      {beyond > 0 && (
        <p className="bordee-figures">
          {`Au-delà du plafond\u00a0: ${inUnits(beyond, ceilingUnit)}, à ${formatMoney(ceilingPrice)} chacun, taxes en sus s’il y a lieu.`}
        </p>
      )}
      <TermTable
        heads={isByPass ? ['Opération', 'Passages qui comptent'] : ['Opération', 'Neige']}
        figures={1}
        empty={isByPass ? 'Aucun passage complet pour l’instant.' : 'Aucune lecture de neige pour l’instant.'}
      >
        {counted.map(({ operationId, operationName, day, snow, passes }) => (
          <tr key={operationId}>
            <td>{operationName ?? formatDate(day)}</td>
            <td data-figure>
              {isByPass
                ? passes.map(({ id, at, kind }) => <div key={id}>{`${runKindNames[kind]}, ${formatInstant(at, zone)}`}</div>)
                : `${formatNumber(snow ?? 0)}\u00a0cm`}
            </td>
          </tr>
        ))}
      </TermTable>
    </section>
  )
}
