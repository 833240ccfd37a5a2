import { type Crew, type CrewMember, summonsText } from '@bordee/core/replies/crew-call.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { count } from '@bordee/core/text.ts'
import { wallClock } from '@bordee/core/time.ts'
import { Alert, MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { useMe } from '../session.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { isTime, TimeOfDayInput } from '../ui/TimeOfDayInput.tsx'
import { useRequestKey } from '../ui/useRequestKey.ts'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { type CrewChoice, calledIn, choicesOf, unreachableIn } from './crewChoices.ts'
import classes from './replies.module.css'
import { useTextsCost } from './useTextsCost.ts'

interface Props {
  crew: Crew
  operationId: string
  onSent: () => void
  onCancel: () => void
}

/** Each route with its last operators, the hour, and the text as its first reader will have it. */
export function CrewForm({ crew, operationId, onSent, onCancel }: Props) {
  const { company } = useMe()
  const zone = useZone()
  const [choices, setChoices] = useState(() => choicesOf(crew))
  const [leavesAt, setLeavesAt] = useState(() => crew.lastCall?.leavesAt ?? nextHour(zone))
  const press = useRequestKey()
  const called = calledIn(choices, crew.members)
  const unreachable = unreachableIn(choices, crew.members)
  const cost = useTextsCost(called.length)
  const send = useAction(replyCalls.callCrew, {
    done: 'Les textos sont en route.',
    failed: 'Le rappel n’a pas été envoyé.',
    after: onSent,
  })
  const change = (routeId: string, part: Partial<CrewChoice>) =>
    setChoices((before) => before.map((one) => (one.routeId === routeId ? { ...one, ...part } : one)))

  function submit() {
    const order = { operationId, leavesAt, crew: called.map(({ routeId, accessId, unit }) => ({ routeId, accessId, unit: unit || null })) }
    send.mutate({ ...order, requestKey: press.keyOf(order) })
  }

  const [first] = called
  return (
    <QuestionForm
      submit={called.length > 0 ? `Envoyer ${count(called.length, 'texto', 'textos')}` : 'Envoyer'}
      ready={called.length > 0 && isTime(leavesAt)}
      busy={send.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TimeOfDayInput label="Heure de départ" value={leavesAt} onChange={(time) => setLeavesAt(time ?? '')} />
      {choices.length === 0 && <Hint>Aucun trajet ne participe à cette opération. Choisissez-les dans le menu de l’opération.</Hint>}
      {choices.map((choice) => (
        <RouteCrew key={choice.routeId} choice={choice} choices={choices} members={crew.members} onChange={change} />
      ))}
      {unreachable.length > 0 && <Unreachable members={unreachable} />}
      {first && company && isTime(leavesAt) && (
        <figure className={classes.preview} aria-label="Aperçu">
          <blockquote>
            <MessageText text={summonsText({ ...first, unit: first.unit || null, companyName: company.name, leavesAt })} />
          </blockquote>
          <figcaption>{cost}</figcaption>
        </figure>
      )}
    </QuestionForm>
  )
}

const nextHour = (zone: string) => `${wallClock(new Date(Date.now() + 3_600_000), zone).time.slice(0, 2)}:00`

interface RouteProps {
  choice: CrewChoice
  choices: readonly CrewChoice[]
  members: readonly CrewMember[]
  onChange: (routeId: string, part: Partial<CrewChoice>) => void
}

/** Someone who is called for another route can't be chosen. */
function RouteCrew({ choice: { routeId, routeName, accessIds, unit }, choices, members, onChange }: RouteProps) {
  const elsewhere = new Set(choices.filter((other) => other.routeId !== routeId).flatMap((other) => other.accessIds))
  return (
    <div className={classes.routeCrew}>
      <MultiSelect
        label={routeName}
        placeholder={accessIds.length === 0 ? 'Personne' : undefined}
        searchable
        data={members.map(({ accessId, name, phone }) => ({
          value: accessId,
          label: phone ? name : `${name} (sans téléphone)`,
          disabled: elsewhere.has(accessId),
        }))}
        value={accessIds}
        onChange={(next) => onChange(routeId, { accessIds: next })}
        nothingFoundMessage="Personne"
        styles={{ inputField: { minWidth: 24 } }}
      />
      <TextInput
        label="Unité"
        aria-label={`Unité, ${routeName}`}
        maxLength={20}
        value={unit}
        onChange={(event) => onChange(routeId, { unit: event.currentTarget.value })}
      />
    </div>
  )
}

function Unreachable({ members }: { members: readonly CrewMember[] }) {
  const names = members.map(({ name }) => name).join(', ')
  return (
    <Alert color="amber">
      {names} {members.length > 1 ? 'n’ont' : 'n’a'} pas de téléphone et ne {members.length > 1 ? 'recevront' : 'recevra'} rien. Le numéro
      s’inscrit dans Comptes, sur la page de la personne.
    </Alert>
  )
}
