import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { siteLine } from '../contracts/addresses.ts'
import { ContractStatus } from '../contracts/ContractStatus.tsx'
import { ContractPrice } from './ContractPrice.tsx'
import { PayButton } from './PayButton.tsx'
import classes from './portal.module.css'

/** A contract in the list on a phone. */
export function ContractCard({ contract, level }: { contract: ContractRow; level: 2 | 3 }) {
  const { id, contractNumber, status, startAt, endAt, services } = contract
  const isAwaited = contractLife.after(status, 'accept') !== undefined
  return (
    <article className={`${classes.card} bordee-card`} aria-label={`Contrat ${contractNumber}`}>
      <header>
        <Title order={level} size="h3">
          Contrat {contractNumber}
        </Title>
        <ContractStatus status={status} />
      </header>
      {isAwaited && <p className={classes.awaited}>Attend votre réponse</p>}
      <p>{siteLine(contract)}</p>
      <p className={classes.quiet}>
        {services.map(({ name }) => name).join(', ')}, du {formatDate(startAt)} au {formatDate(endAt)}
      </p>
      <footer>
        <strong className="bordee-figures">
          <ContractPrice contract={contract} />
        </strong>
        <PayButton contract={contract} />
        <Button
          component={Link}
          to={`/client/contracts/${id}`}
          variant={isAwaited ? 'filled' : 'default'}
          aria-label={`Consulter le contrat ${contractNumber}`}
        >
          Consulter
        </Button>
      </footer>
    </article>
  )
}
