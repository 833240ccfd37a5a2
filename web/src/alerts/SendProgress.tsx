import { type DeliveryStatus, deliveryStatusNames } from '@bordee/core/alerts/alert.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { among, companyAdmins } from '@bordee/core/roles.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../api.ts'
import { useAction } from '../calls.ts'
import { useMe } from '../session.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/tell.ts'
import classes from './alerts.module.css'

/** Until every delivery is accepted, refused or failed; what has not left can still be stopped. */
export function SendProgress({ code, onClose }: { code: string; onClose: () => void }) {
  const { role } = useMe()
  const mayRead = role !== null && among(companyAdmins, role)
  const log = useQuery({
    queryKey: ['alerts', 'progress', code],
    queryFn: () => ask(alertCalls.listAlertLog, { code }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data && !state.data.some(({ status }) => status === 'queued') ? false : 1500),
  })
  const stop = useAction(alertCalls.stopAlert, {
    failed: 'Impossible d’arrêter l’envoi.',
    touches: ['alerts', 'bank'],
    after: ({ stoppedCount }) =>
      stoppedCount > 0
        ? notify('success', `L’envoi est arrêté : ${count(stoppedCount, 'personne')} de moins.`)
        : notify('warning', 'Tout était déjà parti : il n’y avait plus rien à arrêter.'),
  })
  const rows = log.data ?? []
  const of = (status: DeliveryStatus) => rows.filter((row) => row.status === status).length
  const told = rows.length - of('cancelled')
  const gone = told - of('queued')
  const isDone = rows.length > 0 && of('queued') === 0

  async function askThenStop() {
    const sure = await confirm({
      title: 'Arrêter l’envoi\u00a0?',
      message: 'Ce qui est déjà parti ne revient pas.',
      confirm: 'Arrêter',
      destructive: true,
    })
    if (sure) stop.mutate({ code })
  }

  return (
    <section className={`bordee-card ${classes.form}`} aria-label="Progression" style={{ marginTop: 16 }}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {isDone ? 'Envoi terminé' : 'Envoi en cours…'}
        </Title>
        <Group gap="xs">
          {!isDone && (
            <Button variant="default" color="red" loading={stop.isPending} onClick={() => void askThenStop()}>
              Arrêter
            </Button>
          )}
          {(isDone || !mayRead) && (
            <Button variant="default" onClick={onClose}>
              Fermer
            </Button>
          )}
        </Group>
      </Group>
      {mayRead && (
        <Stack gap={6} role="status">
          <Progress value={told ? (100 * gone) / told : 0} aria-label="Part envoyée" />
          <Text size="sm">
            {(['accepted', 'delivered', 'failed', 'unknown', 'queued', 'cancelled'] as const)
              .filter((status) => of(status) > 0)
              .map((status) => `${deliveryStatusNames[status]} : ${of(status)}`)
              .join(' · ') || count(0, 'envoi')}
          </Text>
        </Stack>
      )}
    </section>
  )
}
