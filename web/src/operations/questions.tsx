// What the office is asked before an operation changes.
import type { OperationDetails } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { type RunKind, runKindNames } from '@bordee/core/runs/run-kind.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { formatInstant, instantOf, wallClock } from '@bordee/core/time.ts'
import { Button, Group, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { DayInput, isDay } from '../ui/DayInput.tsx'
import { ask } from '../ui/dialogs.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { isTime, TimeOfDayInput } from '../ui/TimeOfDayInput.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

interface Asked<A> {
  operation: OperationDetails
  onAnswer: (answer: A | null) => void
}

export const askRoutes = (operation: OperationDetails) =>
  ask<string[] | null>('Trajets participants', null, (answer) => <RoutesQuestion operation={operation} onAnswer={answer} />)

function RoutesQuestion({ operation, onAnswer }: Asked<string[]>) {
  const routes = useCall(routeCalls.listRouteOptions)
  const [chosen, setChosen] = useState(operation.routes.map(({ routeId }) => routeId))
  return (
    <QuestionForm submit="Enregistrer" ready onSubmit={() => onAnswer(chosen)} onCancel={() => onAnswer(null)}>
      <RoutesField routes={routes.data} value={chosen} onChange={setChosen} />
      <Hint>Le total compte leurs points de service, que la tournée soit partie ou non.</Hint>
    </QuestionForm>
  )
}

interface Round {
  kind: RunKind
  routeIds: string[]
  sectorId?: string
}

export const askRound = (operation: OperationDetails) =>
  ask<Round | null>('Préparer une ronde', null, (answer) => <RoundQuestion operation={operation} onAnswer={answer} />)

function RoundQuestion({ operation, onAnswer }: Asked<Round>) {
  const [kind, setKind] = useState<RunKind>('windrow')
  const [where, setWhere] = useState<'routes' | 'sector'>('routes')
  const [routeIds, setRouteIds] = useState<string[]>([])
  const [sectorId, setSectorId] = useState<string | null>(null)
  const routes = operation.routes.map(({ routeId, routeName }) => ({ id: routeId, name: routeName }))
  return (
    <QuestionForm
      submit="Préparer"
      ready={where === 'sector' ? sectorId !== null : routeIds.length > 0}
      onSubmit={() => onAnswer(where === 'sector' && sectorId ? { kind, routeIds: [], sectorId } : { kind, routeIds })}
      onCancel={() => onAnswer(null)}
    >
      <Select
        label="Genre de ronde"
        data={Object.entries(runKindNames).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(next) => next && setKind(next as RunKind)}
        allowDeselect={false}
      />
      <SegmentedControl
        aria-label="Où"
        data={[
          { value: 'routes', label: 'Sur des trajets' },
          { value: 'sector', label: 'Dans un secteur' },
        ]}
        value={where}
        onChange={(next) => setWhere(next as typeof where)}
      />
      {where === 'sector' ? (
        <SectorField value={sectorId} onChange={setSectorId} />
      ) : (
        <RoutesField routes={routes} value={routeIds} onChange={setRouteIds} />
      )}
      <Hint>
        {where === 'sector'
          ? 'Seuls les points de service de ce secteur sont de nouveau à faire, sur les trajets participants.'
          : 'Tous les points de service de ces trajets sont de nouveau à faire.'}
      </Hint>
    </QuestionForm>
  )
}

function SectorField({ value, onChange }: { value: string | null; onChange: (sectorId: string | null) => void }) {
  const sectors = useCall(sectorCalls.listSectorsForAlerts)
  const unread = useUnread(sectors.data)
  return (
    <Select
      label="Secteur"
      placeholder="Choisir un secteur"
      nothingFoundMessage="Aucun secteur"
      data={sectors.data?.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      searchable
      {...unread}
    />
  )
}

interface RoutesFieldProps {
  routes: { id: string; name: string }[] | undefined
  value: string[]
  onChange: (routeIds: string[]) => void
  placeholder?: string
}

export function RoutesField({ routes, value, onChange, placeholder = 'Choisir des trajets' }: RoutesFieldProps) {
  const unread = useUnread(routes)
  return (
    <Stack gap={4} align="flex-start">
      <MultiSelect
        label="Trajets"
        w="100%"
        placeholder={value.length > 0 ? '' : placeholder}
        data={routes?.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
        searchable
        clearable
        hidePickedOptions
        {...unread}
      />
      {routes && value.length < routes.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(routes.map(({ id }) => id))}>
          Tous les trajets
        </Button>
      )}
    </Stack>
  )
}

export const askJoin = (operation: OperationDetails) =>
  ask<string | null>('Joindre une autre opération', null, (answer) => <JoinQuestion operation={operation} onAnswer={answer} />)

function JoinQuestion({ operation, onAnswer }: Asked<string>) {
  const zone = useZone()
  const season = useCall(operationCalls.listOperations)
  const others = season.data?.filter(({ id, kind }) => id !== operation.id && kind === operation.kind)
  const [otherId, setOtherId] = useState<string | null>(null)
  const unread = useUnread(others)
  return (
    <QuestionForm submit="Joindre" ready={otherId !== null} onSubmit={() => onAnswer(otherId)} onCancel={() => onAnswer(null)}>
      <Select
        label="Opération à joindre"
        placeholder="Choisir une opération"
        nothingFoundMessage="Aucune autre opération du même genre cette saison"
        data={others?.map(({ id, name, openedAt }) => ({ value: id, label: `${name}, ${formatInstant(openedAt, zone)}` }))}
        value={otherId}
        onChange={setOtherId}
        {...unread}
      />
      <Hint>Ses tournées, envois, lectures et notes passent dans «&nbsp;{operation.name}&nbsp;», et elle disparaît.</Hint>
    </QuestionForm>
  )
}

export const askSplit = (operation: OperationDetails) =>
  ask<string | null>('Scinder l’opération', null, (answer) => <SplitQuestion operation={operation} onAnswer={answer} />)

function SplitQuestion({ operation, onAnswer }: Asked<string>) {
  const zone = useZone()
  const end = wallClock(operation.closedAt ?? new Date(), zone)
  const [day, setDay] = useState<string | null>(end.date)
  const [time, setTime] = useState<string | null>(end.time)
  const at = day && time && isDay(day) && isTime(time) ? instantOf(day, time, zone) : null
  return (
    <QuestionForm submit="Scinder" ready={at !== null} onSubmit={() => at && onAnswer(at.toISOString())} onCancel={() => onAnswer(null)}>
      <Group grow align="start">
        <DayInput label="Jour" value={day} onChange={setDay} />
        <TimeOfDayInput label="Heure" value={time} onChange={setTime} />
      </Group>
      <Hint>L’opération finit à ce moment. Ce qui a commencé ensuite appartient à une nouvelle opération.</Hint>
    </QuestionForm>
  )
}
