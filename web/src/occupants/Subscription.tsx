import { changeWayNames, type OccupantRow, resubscription, type SubscriptionChange } from '@bordee/core/occupants/occupant.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint, PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './Subscription.module.css'

/**
 * For the office: why a phone stopped or resumed getting alerts, and the way to resubscribe it. Empty if it never
 * left.
 */
export function Subscription({ occupant, onResubscribe }: { occupant: OccupantRow; onResubscribe: () => void }) {
  const { data: changes, isLoadingError, refetch } = useCall(occupantCalls.listSubscriptionChanges, { id: occupant.id })
  if (!occupant.unsubscribed && !changes?.length) return null
  return (
    <section className={classes.subscription} aria-label="Abonnement aux alertes">
      <Group justify="space-between">
        <Group gap="sm">
          <PartTitle>Abonnement aux alertes</PartTitle>
          {occupant.unsubscribed ? <Status tone="attention">Désabonné</Status> : <Status tone="good">Abonné</Status>}
        </Group>
        {occupant.unsubscribed && (
          <Button variant="default" size="sm" onClick={onResubscribe}>
            Réabonner
          </Button>
        )}
      </Group>
      {isLoadingError && <BrokenPart onRetry={() => void refetch()} />}
      {!changes && !isLoadingError && <Skeleton height={40} />}
      {changes?.length === 0 && <Hint>On ne sait ni quand ni comment ce numéro s’est désabonné.</Hint>}
      {changes && changes.length > 0 && (
        <ol className={classes.changes} aria-label="Changements d’abonnement">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Change({ change: { unsubscribed, how, byName, request, changedAt } }: { change: SubscriptionChange }) {
  const zone = useZone()
  return (
    <li>
      <time dateTime={changedAt} className="bordee-figures">
        {formatInstant(changedAt, zone)}
      </time>
      <div>
        {unsubscribed ? 'Désabonné' : 'Réabonné'} {changeWayNames[how]}
        {byName && ` (${byName})`}
        {request && <blockquote>{request}</blockquote>}
      </div>
    </li>
  )
}

/** Records the request received as proof of consent: no number is resubscribed without it. */
export function Resubscription({ occupant, onDone }: { occupant: OccupantRow; onDone: (occupant: OccupantRow) => void }) {
  const changes = useCall(occupantCalls.listSubscriptionChanges, { id: occupant.id })
  const form = useForm(resubscription, { defaultValues: { request: '' } })
  const at = fieldsOf(form)
  const resubscribe = useAction(occupantCalls.resubscribeOccupant, {
    done: 'Numéro réabonné.',
    failed: 'Impossible de réabonner ce numéro.',
    after: onDone,
  })
  return (
    <Form
      form={form}
      onSubmit={({ request }) => resubscribe.mutateAsync({ id: occupant.id, request }).catch(() => undefined)}
      problem={resubscribe.error}
      under="input"
      aria-label="Réabonner"
    >
      <Stack>
        <Text size="sm">
          Le <strong>{formatPhone(occupant.phone)}</strong> recevra de nouveau vos alertes, partout où il figure dans vos dossiers.
          {mayBeBlocked(changes.data) &&
            ' Un blocage posé par STOP chez l’opérateur n’est pas levé ici\u00a0: ' +
              'la personne doit répondre START au numéro de vos alertes.'}
        </Text>
        <TextareaField
          name={at('request')}
          label="Demande reçue"
          description="Qui l’a faite, quand et comment. Elle est conservée comme preuve du consentement."
          limit={500}
          required
          data-autofocus
        />
        <SubmitButton busy={resubscribe.isPending}>Réabonner</SubmitButton>
      </Stack>
    </Form>
  )
}

/** Pressing 9 during a call unsubscribes without blocking the number at the carrier. */
const mayBeBlocked = (changes: SubscriptionChange[] | undefined) => changes?.find(({ unsubscribed }) => unsubscribed)?.how !== 'call'
