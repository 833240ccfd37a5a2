import { formatPhone } from '@bordee/core/phone.ts'
import type { CrewCall, CrewPerson } from '@bordee/core/replies/crew-call.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatHour, formatInstant, hourIn } from '@bordee/core/time.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconPhone, IconPhoneOutgoing } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { Status } from '../ui/Status.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { answerWords, crewTones } from './crewWords.ts'
import classes from './replies.module.css'
import { useTextsCost } from './useTextsCost.ts'

/** Who was called and what they answered; those who did not can be phoned, once. */
export function LastCrewCall({ call: { id, leavesAt, at, userName, people } }: { call: CrewCall }) {
  const zone = useZone()
  const silent = people.filter(({ answer, calledAt }) => answer === null && calledAt === null)
  const cost = useTextsCost(silent.length)
  const phone = useAction(replyCalls.phoneCrew, { done: 'Les appels sont en route.', failed: 'Les appels n’ont pas été faits.' })
  return (
    <>
      <Hint>
        Départ {formatHour(leavesAt)}, textos envoyés le {formatInstant(at, zone)} par {userName}
      </Hint>
      <ul className={classes.people} aria-label="Réponses de l’équipe">
        {people.map((person) => (
          <Person key={person.id} person={person} zone={zone} />
        ))}
      </ul>
      {silent.length > 0 && (
        <div className={classes.silent}>
          <Button
            variant="default"
            leftSection={<IconPhoneOutgoing size={16} />}
            loading={phone.isPending}
            onClick={() => phone.mutate({ id, personIds: silent.map((person) => person.id) })}
          >
            Appeler ceux qui n’ont pas répondu
          </Button>
          <Hint>
            {count(silent.length, 'appel automatique', 'appels automatiques')}, 1 pour oui, 2 pour non. {cost}
          </Hint>
        </div>
      )}
    </>
  )
}

function Person({ person, zone }: { person: CrewPerson; zone: string }) {
  const { name, routeName, unit, phone, answer, calledAt, status } = person
  const details = [
    routeName,
    unit && `unité ${unit}`,
    status === 'failed' && 'le texto n’est pas parti',
    calledAt && !answer && `appel à ${hourIn(zone, calledAt)}`,
  ]
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>{details.filter(Boolean).join(' · ')}</small>
      </span>
      <Status tone={crewTones[answer ?? 'silent']}>{answerWords(person, zone)}</Status>
      <ActionIcon component="a" href={`tel:+1${phone}`} aria-label={`Appeler ${name}`} title={formatPhone(phone)}>
        <IconPhone size={17} />
      </ActionIcon>
    </li>
  )
}
