import { type Punch, punchSourceNames } from '@bordee/core/punches/punch.ts'
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { formatMinutes, isForgotten, paidMinutesOf } from '@bordee/core/punches/worked-time.ts'
import { hourIn } from '@bordee/core/time.ts'
import { Button, Group } from '@mantine/core'
import { useAction } from '../calls.ts'
import { TermTable } from '../templates/TermTables.tsx'
import { ask } from '../ui/dialogs.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { CorrectHours } from './CorrectHours.tsx'
import { dayName, endName, type PersonWeek, sumText } from './hoursWords.ts'

const isUndecided = ({ proposedMinutes, approvedAt, removedAt }: Punch) => proposedMinutes !== null && !approvedAt && !removedAt

/** One person’s week. */
export function PersonHours({ person }: { person: PersonWeek }) {
  return (
    <section className="bordee-card" style={{ padding: 20 }} aria-label={person.name}>
      <Group justify="space-between" mb="xs">
        <SectionTitle style={{ overflowWrap: 'anywhere' }}>{person.name}</SectionTitle>
        <Hint>{sumText(person)}</Hint>
      </Group>
      {person.punches.some(isUndecided) && <Hint>Moins de trois heures&nbsp;: la loi en prévoit trois (normes du travail, art. 58).</Hint>}
      <TermTable heads={['Jour', 'Début', 'Fin', 'Heures', 'Payées', 'Statut', '']} figures={0} empty="">
        {person.punches.map((punch) => (
          <PunchRow key={punch.id} punch={punch} />
        ))}
      </TermTable>
    </section>
  )
}

function PunchRow({ punch }: { punch: Punch }) {
  const zone = useZone()
  const { startedAt, endedAt, minutes, source, madeBy, name, approvedAt, removedAt } = punch
  const isLocked = approvedAt !== null || removedAt !== null
  const by = source === 'office' || madeBy !== name ? `${punchSourceNames[source]}, ${madeBy}` : punchSourceNames[source]
  const open = () =>
    ask(`${name}, ${dayName(startedAt, zone)}`, null, (close) => <CorrectHours punch={punch} onClose={() => close(null)} />)
  return (
    <tr style={removedAt ? { opacity: 0.7 } : undefined}>
      <td>
        {dayName(startedAt, zone)}
        <small>{by}</small>
      </td>
      <td data-label="Début" style={{ whiteSpace: 'nowrap' }}>
        {hourIn(zone, startedAt)}
      </td>
      <td data-label="Fin" style={{ whiteSpace: 'nowrap' }}>
        {endedAt ? endName({ startedAt, endedAt }, zone) : '–'}
      </td>
      <td data-label="Heures" style={{ whiteSpace: 'nowrap' }}>
        {minutes === null ? '–' : formatMinutes(minutes)}
      </td>
      <td data-label="Payées" style={{ whiteSpace: 'nowrap' }}>
        {minutes === null ? '–' : formatMinutes(paidMinutesOf(punch))}
      </td>
      <td data-label="État">
        <StateOf punch={punch} />
        {punch.isCorrected && <small>Corrigé</small>}
      </td>
      <td>
        <Group gap="xs" justify="flex-end">
          {punch.proposedMinutes !== null && !isLocked && <PayChoice punch={punch} proposed={punch.proposedMinutes} />}
          <Button size="compact-sm" variant="subtle" onClick={() => void open()}>
            {isLocked ? 'Voir' : 'Corriger'}
          </Button>
        </Group>
      </td>
    </tr>
  )
}

function StateOf({ punch }: { punch: Punch }) {
  if (punch.removedAt) return <Status>Retiré</Status>
  if (punch.approvedAt) return <Status tone="good">Approuvé</Status>
  if (isForgotten(punch, Date.now())) return <Status tone="bad">Fin oubliée</Status>
  if (punch.endedAt === null) return <Status tone="info">En cours</Status>
  return punch.proposedMinutes !== null ? <Status tone="attention">À décider</Status> : <Status>À approuver</Status>
}

/** The law proposes, the office decides: what is really worked stays beside what is paid. */
function PayChoice({ punch: { id, minutes }, proposed }: { punch: Punch; proposed: number }) {
  const pay = useAction(punchCalls.correctPunch, { done: 'Temps payé enregistré', failed: 'Impossible d’enregistrer le temps payé.' })
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={pay.isPending}
        onClick={() => pay.mutate({ id, paidMinutes: proposed, reason: 'Moins de trois heures (normes du travail, art. 58)' })}
      >
        Payer {formatMinutes(proposed)}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={pay.isPending}
        onClick={() => pay.mutate({ id, paidMinutes: minutes ?? 0, reason: 'Temps réel payé' })}
      >
        Payer le temps réel
      </Button>
    </>
  )
}
