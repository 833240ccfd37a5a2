import type { ProposedPunch } from '@bordee/core/punches/punch.ts'
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { formatMinutes } from '@bordee/core/punches/worked-time.ts'
import { hourIn } from '@bordee/core/time.ts'
import { Button, Group } from '@mantine/core'
import { useAction } from '../calls.ts'
import { TermTable } from '../templates/TermTables.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { dayName, endName } from './hoursWords.ts'

/** Runs that were driven without a punch: one click makes hours of each. */
export function ProposedHours({ proposed }: { proposed: readonly ProposedPunch[] }) {
  if (proposed.length === 0) return null
  return (
    <section className="bordee-card" style={{ padding: 20 }} aria-label="Heures proposées">
      <SectionTitle>Heures proposées</SectionTitle>
      <Hint>Ces tournées ont été faites sans pointage&nbsp;: du début de la première à la fin de la dernière.</Hint>
      <TermTable heads={['Personne', 'De', 'À', 'Heures', '']} figures={0} empty="">
        {proposed.map((one) => (
          <Proposal key={one.id} proposed={one} />
        ))}
      </TermTable>
    </section>
  )
}

function Proposal({ proposed }: { proposed: ProposedPunch }) {
  const zone = useZone()
  const { id, name, startedAt, minutes, routeNames } = proposed
  const decide = useAction(punchCalls.decideProposedPunch, {
    done: 'Proposition traitée',
    failed: 'Impossible de traiter cette proposition.',
  })
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        <small>{routeNames.join(', ')}</small>
      </td>
      <td data-label="De">
        {dayName(startedAt, zone)}, {hourIn(zone, startedAt)}
      </td>
      <td data-label="À">{endName(proposed, zone)}</td>
      <td data-label="Heures">{formatMinutes(minutes)}</td>
      <td>
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="light" loading={decide.isPending} onClick={() => decide.mutate({ id, isAccepted: true })}>
            Accepter
          </Button>
          <Button size="compact-sm" variant="subtle" disabled={decide.isPending} onClick={() => decide.mutate({ id, isAccepted: false })}>
            Ignorer
          </Button>
        </Group>
      </td>
    </tr>
  )
}
