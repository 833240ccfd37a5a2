import { type Operation, operationKindNames } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import { seasonCalls } from '@bordee/core/season/season.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDuration, todayIn } from '@bordee/core/time.ts'
import { Select } from '@mantine/core'
import { IconClipboardCheck, IconSnowflake } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton, TextLink } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { OperationsPresentation, useHasOperations } from './OperationsPresentation.tsx'
import classes from './operations.module.css'
import { SeasonBars } from './SeasonBars.tsx'

const secondsOf = (hours: number) => Math.round(hours * 3600)

const columns: GridColumn<Operation>[] = [
  { id: 'name', label: 'Opération', value: ({ name }) => name, size: 190 },
  { id: 'openedAt', label: 'Ouverture', kind: 'instant', value: ({ openedAt }) => openedAt, size: 150 },
  { id: 'depth', label: 'Neige (cm)', kind: 'number', value: ({ depth }) => depth, size: 110 },
  { id: 'hours', label: 'Heures de travail', kind: 'duration', value: ({ hours }) => hours && secondsOf(hours), size: 150 },
  { id: 'runs', label: 'Tournées', kind: 'number', value: ({ runsCount }) => runsCount, size: 100 },
  { id: 'passes', label: 'Passages', kind: 'number', value: ({ passesCount }) => passesCount, size: 105 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: { open: 'En cours', closed: 'Fermée' },
    value: ({ closedAt }) => (closedAt ? 'closed' : 'open'),
    cell: ({ closedAt }) => (closedAt ? <Status>Fermée</Status> : <Status tone="attention">En cours</Status>),
    size: 110,
  },
  { id: 'kind', label: 'Genre', kind: 'choice', choices: operationKindNames, value: ({ kind }) => kind, size: 95 },
  { id: 'closedAt', label: 'Fermeture', kind: 'instant', value: ({ closedAt }) => closedAt, size: 150 },
]

/** How many seasons can be chosen. */
const seasonsShown = 6
const seasonName = (year: number) => `${year}-${year + 1}`

// operations: the operations of a season, from 1 October to 30 September.
export function SeasonScreen() {
  const today = todayIn(useZone(), new Date())
  const current = Number(operationSeason(today).from.slice(0, 4))
  const [year, setYear] = useState(current)
  const operations = useCall(operationCalls.listOperations, operationSeason(`${year}-10-01`))
  useLive('operations', () => operations.refetch(), { isUnderWay: operations.data?.some(({ closedAt }) => !closedAt) ?? false })
  const navigate = useNavigate()
  const open = operations.data?.find(({ closedAt }) => !closedAt)
  const isEmpty = operations.data?.length === 0
  const hasOperations = useHasOperations()
  const canCheck = useCan()(seasonCalls.getSeasonCheck)
  const action = open ? (
    <LinkButton to={`/dashboard/operations/${open.id}`}>Voir l’opération en cours</LinkButton>
  ) : (
    hasOperations && <CreateButton to="/dashboard/operations/create">Ouvrir une opération</CreateButton>
  )
  if (!hasOperations && isEmpty && year === current) return <OperationsPresentation />
  return (
    <>
      <PageHeader
        title="Opérations"
        actions={
          <>
            <Select
              aria-label="Saison"
              w={140}
              allowDeselect={false}
              value={String(year)}
              onChange={(next) => next && setYear(Number(next))}
              data={Array.from({ length: seasonsShown }, (_, i) => ({ value: String(current - i), label: seasonName(current - i) }))}
            />
            <LinkButton to="/dashboard/season/snow" variant="default" leftSection={<IconSnowflake size={17} />}>
              En centimètres
            </LinkButton>
            {canCheck && (
              <LinkButton to="/dashboard/season" variant="default" leftSection={<IconClipboardCheck size={17} />}>
                Bilan de saison
              </LinkButton>
            )}
            {!isEmpty && action}
          </>
        }
      />
      {isEmpty ? (
        <EmptyState
          card
          icon={<IconSnowflake />}
          title={`Aucune opération en ${seasonName(year)}`}
          description={
            'Une opération rassemble une nuit de travail\u00a0: ses tournées, ses alertes, la neige tombée et ce qu’il reste à faire. ' +
            'La première tournée d’une nuit peut l’ouvrir d’elle-même.'
          }
          action={year === current && action}
        />
      ) : (
        <>
          {operations.data && <Totals operations={operations.data} />}
          <DataGrid
            gridId="operations"
            label="Opérations"
            {...rowsOf(operations)}
            columns={columns}
            exportAs="operations"
            onOpen={({ id }) => void navigate({ to: '/dashboard/operations/$id/{-$tab}', params: { id, tab: undefined } })}
          />
        </>
      )}
    </>
  )
}

function Totals({ operations }: { operations: readonly Operation[] }) {
  const sum = (of: (operation: Operation) => number | null) => operations.reduce((all, operation) => all + (of(operation) ?? 0), 0)
  const cm = sum(({ depth }) => depth)
  return (
    <section className={`${classes.season} bordee-card`} aria-label="La saison">
      <dl className="bordee-figures">
        <div>
          <dt>Opérations</dt>
          <dd>{formatNumber(operations.length)}</dd>
        </div>
        <div>
          <dt>Neige</dt>
          <dd>
            <TextLink to="/dashboard/season/snow">{formatNumber(Math.round(cm * 10) / 10)}&nbsp;cm</TextLink>
          </dd>
        </div>
        <div>
          <dt>Heures de travail</dt>
          <dd>{formatDuration(secondsOf(sum(({ hours }) => hours)))}</dd>
        </div>
        <div>
          <dt>Passages</dt>
          <dd>{formatNumber(sum(({ passesCount }) => passesCount))}</dd>
        </div>
      </dl>
      <SeasonBars nights={operations.toReversed()} height={140} />
    </section>
  )
}
