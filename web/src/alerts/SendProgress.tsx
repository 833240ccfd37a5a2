import { type DeliveryStatus, deliveryStatuses, deliveryStatusNames } from '@bordee/core/alerts/alert.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { cancellationDetailTexts } from '@bordee/core/alerts/ending.ts'
import { Problem } from '@bordee/core/problem.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { confirm } from '../ui/dialogs.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { notify } from '../ui/notify.ts'
import classes from './alerts.module.css'

const plurals: Record<DeliveryStatus, string> = {
  queued: 'en attente',
  accepted: 'envoyés',
  delivered: 'reçus',
  failed: 'échoués',
  cancelled: 'annulés',
  unknown: 'inconnus',
}

/** Shows until every delivery is accepted, refused or failed. Deliveries that haven't left can still be stopped. */
export function SendProgress({ code, onClose, hasLink = true }: { code: string; onClose: () => void; hasLink?: boolean }) {
  const progress = useCall(alertCalls.getAlertProgress, { code })
  const isDone = progress.data?.queued === 0
  const isGone = progress.error instanceof Problem && progress.error.status === 404
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])
  // Keep listening once it is done: carriers confirm receipt later.
  useLive('alerts', () => progress.refetch(), { isUnderWay: !isDone, concerns: (event) => event.code === code })
  const stop = useAction(alertCalls.stopAlert, {
    failed: 'Impossible d’arrêter l’envoi.',
    after: ({ stoppedCount }) =>
      stoppedCount > 0
        ? notify('success', `L’envoi est arrêté\u00a0: ${count(stoppedCount, 'personne')} de moins.`)
        : notify('warning', 'Tout était déjà parti\u00a0: il n’y avait plus rien à arrêter.'),
  })
  const can = useCan()
  const detail = progress.data?.detail ?? null
  const of = (status: DeliveryStatus) => progress.data?.[status] ?? 0
  const told = deliveryStatuses.filter((status) => status !== 'cancelled').reduce((sum, status) => sum + of(status), 0)
  const gone = told - of('queued')

  async function askThenStop() {
    const sure = await confirm({
      title: 'Arrêter l’envoi?',
      message: 'Ce qui est déjà parti ne revient pas.',
      confirm: 'Arrêter',
      destructive: true,
    })
    if (sure) stop.mutate({ code })
  }

  return (
    <section className={`bordee-card ${classes.form}`} aria-label="Progression">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {isDone ? (detail ? 'Envoi arrêté' : 'Envoi terminé') : 'Envoi en cours…'}
        </Title>
        <Group gap="xs">
          {!isDone && (
            <Button variant="default" color="red" loading={stop.isPending} onClick={() => void askThenStop()}>
              Arrêter
            </Button>
          )}
          {isDone && hasLink && can(alertCalls.getAlert) && (
            <LinkButton variant="default" to={`/dashboard/alerts/history/${code}`}>
              Voir le détail
            </LinkButton>
          )}
          {isDone && (
            <Button variant="default" onClick={onClose}>
              Fermer
            </Button>
          )}
        </Group>
      </Group>
      <Stack gap={6} role="status">
        <Progress value={told ? (100 * gone) / told : 0} aria-label="Part envoyée" />
        <Text size="sm">
          {deliveryStatuses
            .filter((status) => of(status) > 0)
            .map((status) => count(of(status), deliveryStatusNames[status].toLowerCase(), plurals[status]))
            .join(' · ')}
        </Text>
        {detail && (
          <Text size="sm">{cancellationDetailTexts[detail]}&nbsp;: ce qui n’était pas parti ne partira pas, et n’est pas facturé.</Text>
        )}
        {!!progress.data?.held && (
          <Text size="sm">
            {count(progress.data.held, 'texto attend', 'textos attendent')} la fin des heures de tranquillité de son occupant.
          </Text>
        )}
        {progress.data?.isPaused && (
          <Text size="sm">Le service d’envoi ne répond pas&nbsp;: l’envoi attend, et reprendra de lui-même.</Text>
        )}
      </Stack>
    </section>
  )
}
