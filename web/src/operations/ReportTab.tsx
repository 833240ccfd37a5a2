import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { Board, OperationSite } from '@bordee/core/operations/board.ts'
import type { OperationDetails } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDuration, formatHour, hourIn, todayIn } from '@bordee/core/time.ts'
import { ActionIcon, Skeleton, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Chart } from '../ui/Charts.tsx'
import { only } from '../ui/gridLink.ts'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { passesGrid } from './boardLinks.ts'
import { momentIn, siteStateName } from './boardWords.ts'
import { curveOf, reasonsOf, shiftsOf } from './nightFigures.ts'
import { OperationWeather } from './OperationWeather.tsx'
import classes from './operations.module.css'
import { SixNumbers } from './SixNumbers.tsx'
import { useAllSites } from './useBoard.ts'

/** On a phone a table may be wider than the screen: the keyboard scrolls it too. */
const scrolling = { minWidth: 320, scrollAreaProps: { viewportProps: { tabIndex: 0 } } }

/** What the night was: progress, operators, alerts, and what was not done. Made to be printed. */
export function ReportTab({ board }: { board: Board }) {
  const { operation } = board
  const can = useCan()
  const { company } = useMe()
  const sites = useAllSites(operation)
  return (
    <div className={classes.report}>
      <div className={classes.reportHead}>
        <SixNumbers board={board} every />
        <ActionIcon variant="default" size={36} aria-label="Imprimer" title="Imprimer" onClick={() => window.print()}>
          <IconPrinter size={18} />
        </ActionIcon>
      </div>
      <Panel title="Passages au fil de la nuit" query={sites}>
        {(all) => <Progress operation={operation} sites={all} />}
      </Panel>
      {can(runCalls.listRuns) && (
        <Panel title="Opérateurs" query={sites}>
          {(all) => <Operators operation={operation} sites={all} />}
        </Panel>
      )}
      <OperationWeather operation={operation} />
      {can(alertCalls.listAlertHistory) && isModuleActive(company, 'alerts') && <Alerts operation={operation} />}
      <Panel title="Ce qui n’a pas été fait" query={sites} isWide>
        {(all) => <NotDone operation={operation} sites={all} />}
      </Panel>
    </div>
  )
}

interface PanelProps<T> {
  title: string
  query: UseQueryResult<T>
  isWide?: boolean
  children: (data: T) => ReactNode
}

function Panel<T>({ title, query, isWide = false, children }: PanelProps<T>) {
  return (
    <section className={`${classes.panel} bordee-card`} aria-label={title} data-wide={isWide || undefined}>
      <SectionTitle>{title}</SectionTitle>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <BrokenPart onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={160} radius={12} role="status" aria-busy aria-label="Chargement…" />
      )}
    </section>
  )
}

interface Part {
  operation: OperationDetails
  sites: readonly OperationSite[]
}

/** Beside the operation of the same kind before it. */
function Progress({ operation, sites }: Part) {
  const zone = useZone()
  const season = operationSeason(todayIn(zone, new Date(operation.openedAt)))
  const others = useCall(operationCalls.listOperations, season, { what: null })
  const before = others.data?.find(
    ({ kind, openedAt, passesCount }) => kind === operation.kind && openedAt < operation.openedAt && passesCount > 0,
  )
  const former = useCall(boardCalls.listOperationSites, before ? { id: before.id } : 'not yet', { what: null })
  const step = 30
  const own = curveOf(sites, step)
  const theirs = before && former.data ? curveOf(former.data, step) : []
  if (own.length === 0) return <Hint>Aucun passage pour l’instant.</Hint>
  const name = before?.name ?? ''
  const data = Array.from({ length: Math.max(own.length, theirs.length) }, (_, i) => ({
    depuis: formatHour(`${Math.floor((i * step) / 60)}:${String((i * step) % 60).padStart(2, '0')}`),
    ...(own[i] !== undefined && { 'Cette opération': own[i] }),
    ...(theirs[i] !== undefined && { [name]: theirs[i] }),
  }))
  return (
    <Chart
      kind="line"
      label="Passages depuis le premier"
      height={220}
      data={data}
      by="depuis"
      series={[{ name: 'Cette opération' }, ...(theirs.length > 0 ? [{ name, color: 'quiet' as const }] : [])]}
    />
  )
}

function Operators({ operation, sites }: Part) {
  const zone = useZone()
  const days = { startingDate: todayIn(zone, new Date(operation.openedAt)), endingDate: lastDay(operation, zone) }
  const runs = useCall(runCalls.listRuns, days)
  if (runs.isLoadingError) return <BrokenPart onRetry={() => void runs.refetch()} />
  if (!runs.data) return <Skeleton height={80} radius={12} />
  const shifts = shiftsOf(
    runs.data.filter(({ operationId }) => operationId === operation.id),
    sites,
  )
  if (shifts.length === 0) return <Hint>Personne n’a encore pris la route.</Hint>
  return (
    <Table.ScrollContainer {...scrolling}>
      <Table className="bordee-figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Opérateur</Table.Th>
            <Table.Th ta="right">Heures</Table.Th>
            <Table.Th ta="right">Passages</Table.Th>
            <Table.Th ta="right">Par heure</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shifts.map(({ name, duration, passes }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{formatDuration(duration)}</Table.Td>
              <Table.Td ta="right">{formatNumber(passes)}</Table.Td>
              <Table.Td ta="right">{duration > 0 ? formatNumber(Math.round((passes * 36_000) / duration) / 10) : '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const lastDay = ({ closedAt }: OperationDetails, zone: string) => todayIn(zone, closedAt ? new Date(closedAt) : new Date())

function Alerts({ operation }: { operation: OperationDetails }) {
  const zone = useZone()
  const history = useCall(alertCalls.listAlertHistory, {
    operationId: operation.id,
    from: operation.openedAt,
    to: todayIn(zone, new Date()), // it may be sent from a board that is closed
  })
  return (
    <Panel title="Alertes envoyées" query={history}>
      {(sends) =>
        sends.length === 0 ? (
          <Hint>Aucune alerte pendant cette opération.</Hint>
        ) : (
          <>
            <Hint>
              {count(sends.length, 'envoi')}
              {sends.every(({ amount }) => amount !== null) &&
                `, ${formatMoney(sends.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}`}
            </Hint>
            <Table className="bordee-figures">
              <Table.Tbody>
                {sends.map(({ code, triggeredAt, targetName, message, actualCount, amount }) => (
                  <Table.Tr key={code}>
                    <Table.Td>{hourIn(zone, triggeredAt)}</Table.Td>
                    <Table.Td>
                      {targetName}
                      <Hint>
                        <MessageText text={message} />
                      </Hint>
                    </Table.Td>
                    <Table.Td ta="right">{count(actualCount, 'alerte')}</Table.Td>
                    {amount !== null && <Table.Td ta="right">{formatMoney(amount)}</Table.Td>}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )
      }
    </Panel>
  )
}

function whyOf({ state, reason, note, isRequested }: OperationSite): string {
  const said = [reason && notDoneReasonNames[reason], note].filter(Boolean).join(' · ')
  if (said || state !== 'redo') return said
  return isRequested ? 'Demandé' : 'Pas atteint'
}

function NotDone({ operation, sites }: Part) {
  const zone = useZone()
  const reasons = reasonsOf(sites.filter(({ state }) => state === 'redo' || state === 'partial'))
  const isOpen = operation.closedAt === null
  const listed = sites.filter(({ state }) => state === 'redo' || state === 'unneeded')
  const leftCount = isOpen ? 0 : sites.filter(({ state }) => state === 'left').length
  if (listed.length === 0 && reasons.length === 0 && leftCount === 0)
    return <Hint>{isOpen ? 'Rien pour l’instant.' : 'Tout a été fait.'}</Hint>
  return (
    <>
      {leftCount > 0 && (
        <Link
          to="/dashboard/operations/$id/{-$tab}"
          params={{ id: operation.id, tab: 'passes' }}
          search={only(passesGrid, { state: { oneOf: ['left'] } })}
        >
          {count(leftCount, 'point de service jamais atteint', 'points de service jamais atteints')}
        </Link>
      )}
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map(([reason, times]) => (
            <li key={reason} className="bordee-figures">
              {notDoneReasonNames[reason]} <strong>{formatNumber(times)}</strong>
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        <Table.ScrollContainer {...scrolling}>
          <Table>
            <Table.Tbody>
              {listed.map((site) => (
                <Table.Tr key={site.siteId}>
                  <Table.Td>
                    {site.siteAddress}
                    <Hint>{site.customerName}</Hint>
                  </Table.Td>
                  <Table.Td className={classes.unbroken}>{siteStateName(site)}</Table.Td>
                  <Table.Td>{whyOf(site)}</Table.Td>
                  <Table.Td className="bordee-figures">{site.decidedAt && momentIn(zone, site.decidedAt, operation.openedAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}
