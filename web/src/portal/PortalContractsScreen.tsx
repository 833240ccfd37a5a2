import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button, Input, Skeleton, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { siteLine } from '../contracts/addresses.ts'
import { useMe } from '../session.tsx'
import { ServedNow } from '../tracking/OwnLinks.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { ClientStatus, opening, standingChoices, standingOf } from './ClientStatus.tsx'
import { CompanyMark } from './CompanyMark.tsx'
import { ContractPrice } from './ContractPrice.tsx'
import { inOrder } from './inOrder.ts'
import { NextInstalment } from './NextInstalment.tsx'
import { nextInstalment } from './nextInstalment.ts'
import { PayButton } from './PayButton.tsx'
import classes from './portal.module.css'
import { useCompany } from './useOpenCompany.ts'

const CardsToCome = () => (
  <div className={classes.cards} role="status" aria-busy>
    <span className="bordee-visually-hidden">Chargement…</span>
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={190} radius={12} />
    ))}
  </div>
)
/** Until the grid is loaded, the list shows as cards, as on a phone. */
const PortalGrid = lazyComponent(
  async () => (await import('./PortalGrid.tsx')).PortalGrid,
  ({ rows = [] }) => <Cards contracts={rows} />,
)

// client/contracts: the signed-in client's contracts with all of their companies, without drafts
// (docs/product/portal.md).
export function PortalContractsScreen() {
  const { role } = useMe()
  const contracts = useCall(contractCalls.listContracts, role ? { excludeDrafts: true } : 'not yet')
  const rows = useMemo(() => contracts.data && inOrder(contracts.data), [contracts.data])
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader title="Contrats" description={rows && leftToDo(rows)} />
      {role && <ServedNow />}
      {rows && <Next contracts={rows} />}
      {!role || contracts.data?.length === 0 ? (
        <EmptyState
          card
          icon={<IconFileText />}
          title="Aucun contrat"
          description="Les contrats que votre compagnie de déneigement vous envoie apparaissent ici."
        />
      ) : contracts.isLoadingError ? (
        <BrokenPart onRetry={() => void contracts.refetch()} />
      ) : !rows ? (
        <CardsToCome />
      ) : onPhone ? (
        <Cards contracts={rows} />
      ) : (
        <PortalGrid {...rowsOf(contracts)} rows={rows} />
      )}
    </>
  )
}

function Next({ contracts }: { contracts: readonly ContractRow[] }) {
  const next = nextInstalment(contracts)
  if (!next) return null
  const { id, contractNumber } = next.contract
  return (
    <div className={classes.next}>
      <NextInstalment due={next.due} contractNumber={contractNumber}>
        <LinkButton to={`/client/contracts/${id}/payment`} variant="default">
          Voir tous les versements
        </LinkButton>
      </NextInstalment>
    </div>
  )
}

/** « Il vous reste 1 contrat à signer et 2 à payer. » */
function leftToDo(contracts: ContractRow[]): string {
  const [toSign, toPay] = (['toSign', 'unpaid'] as const).map(
    (what) => contracts.filter(({ status }) => standingOf(status) === what).length,
  )
  const tasks = [toSign && `${count(toSign, 'contrat')} à signer`, toPay && `${count(toPay, 'contrat')} à payer`].filter(Boolean)
  return tasks.length ? `Il vous reste ${tasks.join(' et ')}.` : 'Tout est à jour\u00a0: vous n’avez rien à faire.'
}

/** A column of cards, grouped by company if there are several. */
function Cards({ contracts }: { contracts: ContractRow[] }) {
  const [status, setStatus] = useState('')
  const shown = contracts.filter((contract) => !status || standingOf(contract.status) === status)
  const companies = Object.values(Object.groupBy(shown, ({ companyId }) => companyId)).filter((group) => group !== undefined)
  return (
    <>
      {contracts.length > 1 && (
        <Input.Wrapper label="Statut" id="status" mb="md" className={classes.status}>
          <Input component="select" id="status" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">Tous</option>
            {Object.entries(standingChoices).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Input>
        </Input.Wrapper>
      )}
      {shown.length === 0 && <EmptyState title="Aucun contrat à ce statut" />}
      {companies.map((ofCompany) => (
        <CompanyCards
          key={ofCompany[0]?.companyId}
          contracts={ofCompany}
          isNamed={new Set(contracts.map((one) => one.companyId)).size > 1}
        />
      ))}
    </>
  )
}

function CompanyCards({ contracts, isNamed }: { contracts: ContractRow[]; isNamed: boolean }) {
  const [first] = contracts
  const company = useCompany(isNamed ? first?.companyId : undefined)
  const cards = (
    <div className={classes.cards}>
      {contracts.map((contract) => (
        <ContractCard key={contract.id} contract={contract} level={isNamed ? 3 : 2} />
      ))}
    </div>
  )
  if (!isNamed || !first) return cards
  return (
    <section aria-label={first.companyName} className={classes.ofCompany}>
      <h2>
        <CompanyMark name={first.companyName} logo={company?.logo ?? null} />
      </h2>
      {cards}
    </section>
  )
}

/** A contract in the list on a phone. */
function ContractCard({ contract, level }: { contract: ContractRow; level: 2 | 3 }) {
  const { id, contractNumber, status, startAt, endAt, services } = contract
  return (
    <article className={`${classes.card} bordee-card`} aria-label={`Contrat ${contractNumber}`}>
      <header>
        <Title order={level} size="h3">
          Contrat {contractNumber}
        </Title>
        <ClientStatus status={status} />
      </header>
      <p>{siteLine(contract)}</p>
      <p className={classes.quiet}>
        {services.map(({ name }) => name).join(', ')}, du {formatDate(startAt)} au {formatDate(endAt)}
      </p>
      <footer>
        <strong className="bordee-figures">
          <ContractPrice contract={contract} named />
        </strong>
        <PayButton contract={contract} />
        <Button
          component={Link}
          to={`/client/contracts/${id}`}
          variant={standingOf(status) === 'toSign' ? 'filled' : 'default'}
          aria-label={`${opening(status)} le contrat ${contractNumber}`}
        >
          {opening(status)}
        </Button>
      </footer>
    </article>
  )
}
