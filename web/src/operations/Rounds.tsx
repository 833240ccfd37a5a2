import type { BoardRound } from '@bordee/core/operations/board.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { type RunKind, runKindNames } from '@bordee/core/runs/run-kind.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconMapPin, IconPhone, IconReplace, IconTruck, IconX } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { memo } from 'react'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { crewWords } from '../replies/crewWords.ts'
import { useMe } from '../session.tsx'
import { askText, confirm } from '../ui/dialogs.tsx'
import { EmptyState } from '../ui/states.tsx'
import { saying } from '../ui/WhyButton.tsx'
import { useZone } from '../ui/zone.ts'
import { endWords, isOut, roundName, roundPrepared, roundTones, shiftOf, stateWords } from './boardWords.ts'
import classes from './operations.module.css'
import { useServerTime } from './useBoard.ts'

/** What a number of the board asks to see of the rounds. */
export type RoundFilter = 'by-end' | 'silent'

const filterNames: Record<RoundFilter, string> = { 'by-end': 'Par fin prévue', silent: 'Sans nouvelles' }
export const isRoundFilter = (asked: unknown): asked is RoundFilter => typeof asked === 'string' && asked in filterNames

const shownRounds = (rounds: readonly BoardRound[], filter: RoundFilter | null): readonly BoardRound[] => {
  if (filter === 'silent') return rounds.filter(({ state }) => state === 'silent')
  if (filter === 'by-end') return rounds.toSorted((a, b) => (b.expectedEnd ?? '').localeCompare(a.expectedEnd ?? ''))
  return rounds
}

interface Props {
  rounds: readonly BoardRound[]
  filter: RoundFilter | null
  onClear: () => void
}

/** The tournées of the current round, worst first. */
export function Rounds({ rounds, filter, onClear }: Props) {
  const shown = shownRounds(rounds, filter)
  return (
    <>
      {filter && (
        <UnstyledButton className={classes.chip} onClick={onClear} aria-label={`Retirer «\u00a0${filterNames[filter]}\u00a0»`}>
          {filterNames[filter]} <IconX size={13} aria-hidden />
        </UnstyledButton>
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconTruck />}
          title={filter ? 'Aucune tournée' : 'Aucun trajet ne participe'}
          description={filter ? undefined : 'Choisissez les trajets participants dans le menu de l’opération.'}
        />
      ) : (
        <ul className={classes.rounds}>
          {shown.map((round) => (
            <Round key={round.runId ?? `${round.routeId} ${round.kind}`} round={round} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Drawn again only when it changed: there may be sixty, and the board is read every two seconds. */
const Round = memo(function Round({ round }: { round: BoardRound }) {
  const zone = useZone()
  const now = useServerTime()
  const { runId, routeName, unit, drivers, crew, state, sitesCount, doneCount, partialCount, delayMinutes } = round
  const [driver] = drivers
  const expected = state === 'not-started' ? crew : []
  // Who may still come, while nobody has left.
  const reached = driver ?? expected.find(({ answer }) => answer !== 'refused')
  const shift = shiftOf(round, now)
  const end = endWords(round, zone)
  const details = [
    driver?.name ?? crewWords(expected, zone) ?? (state === 'not-started' ? 'sans opérateur' : null),
    stateWords(round, now),
    roundName(round),
    partialCount > 0 && `${formatNumber(partialCount)}\u00a0en partie`,
  ]
  return (
    <li className={classes.round} data-tone={roundTones[state]}>
      <span className={classes.dot} aria-hidden />
      <span className={`${classes.unit} bordee-figures`} title={unit ?? undefined}>
        {unit ?? '–'}
      </span>
      <span className={classes.roundName}>
        {runId ? (
          <Link to="/dashboard/geolocation/run-tracking/{-$id}" params={{ id: runId }}>
            {routeName}
          </Link>
        ) : (
          <strong>{routeName}</strong>
        )}
        <small>
          {details.filter(Boolean).join('\u00a0· ')}
          {shift && '\u00a0· '}
          {shift && (
            <span className={classes.unbroken} data-long={shift.isLong || undefined} title="Depuis le départ">
              {shift.words}
            </span>
          )}
        </small>
      </span>
      <span className={`${classes.roundEnd} bordee-figures`}>
        <span title={`${doneCount} faits, ${partialCount} en partie, sur ${count(sitesCount, 'point de service', 'points de service')}`}>
          {doneCount}/{sitesCount}
        </span>
        <small data-late={delayMinutes > 0 || undefined}>{end}</small>
      </span>
      {reached ? <CallButton {...reached} /> : <span />}
      {runId ? <RoundMenu round={round} runId={runId} /> : <RouteMenu round={round} />}
    </li>
  )
})

function CallButton({ name, phone }: { name: string; phone: string | null }) {
  const icon = <IconPhone size={17} />
  const label = `Appeler ${name}`
  if (!phone)
    return (
      <ActionIcon aria-label={label} data-disabled {...saying(`${name} n’a pas de numéro de téléphone\u00a0: ajoutez-le dans Comptes.`)}>
        {icon}
      </ActionIcon>
    )
  return (
    <ActionIcon component="a" href={`tel:+1${phone}`} aria-label={label} title={formatPhone(phone)}>
      {icon}
    </ActionIcon>
  )
}

/** Of a route that nobody drives yet: the office can say what for, or look at it. */
function RouteMenu({ round: { routeId, routeName, kind } }: { round: BoardRound }) {
  const { id } = useParams({ from: '/dashboard/operations/$id/{-$tab}' })
  const can = useCan()
  const navigate = useNavigate()
  const prepare = useAction(operationCalls.prepareRound, roundPrepared)
  if (!routeId) return <span />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions, ${routeName}`} loading={prepare.isPending}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can(routeCalls.updateRoute) && (
          <Menu.Item
            leftSection={<IconMapPin size={16} />}
            onClick={() => void navigate({ to: '/dashboard/geolocation/routes/edit/$id', params: { id: routeId } })}
          >
            Voir le trajet
          </Menu.Item>
        )}
        <Menu.Label>Préparer la ronde</Menu.Label>
        {Object.entries(runKindNames).map(([value, label]) => (
          <Menu.Item
            key={value}
            disabled={value === kind}
            onClick={() => prepare.mutate({ id, kind: value as RunKind, routeIds: [routeId] })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function RoundMenu({ round, runId }: { round: BoardRound; runId: string }) {
  const { routeName, unit, kind, isRedo } = round
  const { company } = useMe()
  const can = useCan()
  const navigate = useNavigate()
  const handOver = useAction(runCalls.handOverRun, {
    done: 'Ce qui restait est à reprendre.',
    failed: 'Impossible de remettre le reste de la tournée.',
  })
  const update = useAction(runCalls.updateRun, { done: 'Tournée modifiée.', failed: 'Impossible de modifier la tournée.' })

  async function askThenHandOver() {
    const sure = await confirm({
      title: `Remettre le reste de «\u00a0${routeName}\u00a0»?`,
      message: 'Ce que cette tournée n’a pas fait passe tout de suite à reprendre. L’opérateur garde ce qu’il a déjà fait.',
      confirm: 'Remettre le reste',
    })
    if (sure) handOver.mutate({ id: runId })
  }

  async function askUnit() {
    const choices = company?.operationConfig.units ?? []
    const typed = await askText({ title: `Unité de «\u00a0${routeName}\u00a0»`, label: 'Numéro', value: unit ?? '', choices })
    if (typed) update.mutate({ id: runId, unit: typed })
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions, ${routeName}`} loading={handOver.isPending || update.isPending}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMapPin size={16} />}
          onClick={() => void navigate({ to: '/dashboard/geolocation/run-tracking/{-$id}', params: { id: runId } })}
        >
          Voir la tournée
        </Menu.Item>
        {can(runCalls.handOverRun) && isOut(round) && (
          <Menu.Item leftSection={<IconReplace size={16} />} onClick={() => void askThenHandOver()}>
            Remettre le reste…
          </Menu.Item>
        )}
        {can(runCalls.updateRun) && (
          <>
            <Menu.Item leftSection={<IconTruck size={16} />} onClick={() => void askUnit()}>
              Changer d’unité…
            </Menu.Item>
            {!isRedo && <Menu.Label>Genre de ronde</Menu.Label>}
            {!isRedo &&
              Object.entries(runKindNames).map(([value, label]) => (
                <Menu.Item key={value} disabled={value === kind} onClick={() => update.mutate({ id: runId, kind: value as RunKind })}>
                  {label}
                </Menu.Item>
              ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
