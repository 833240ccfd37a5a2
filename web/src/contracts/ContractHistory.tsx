import { historyNames } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Skeleton } from '@mantine/core'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './contracts.module.css'

/** A contract's events, newest first: what, by whom, when. */
export function ContractHistory({ contractId }: { contractId: string }) {
  const zone = useZone()
  const history = useCall(contractCalls.listContractHistory, { contractId })
  if (history.isLoadingError) return <BrokenPart onRetry={() => void history.refetch()} />
  return (
    <section aria-label="Historique" aria-busy={history.isPending}>
      <PartTitle mb={8}>Historique</PartTitle>
      {history.data ? (
        <ol className={classes.history}>
          {history.data.map(({ id, event, detail, userEmail, createdAt }) => (
            <li key={id}>
              <strong>{historyNames[event]}</strong>
              {detail && <span>{detail}</span>}
              <small>{[formatInstant(createdAt, zone), userEmail].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  )
}
