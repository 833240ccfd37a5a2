import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { RequestableModule } from '@bordee/core/companies/module-request.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Text } from '@mantine/core'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { useMe, useSession } from '../session.tsx'
import { Status } from '../ui/Status.tsx'
import { requestNames, requestTones } from './companyColumns.tsx'

/** Asks platform staff for a module, or shows what became of the request. `isMain`: no other button comes before it. */
export function ModuleRequest({ module, isMain = true }: { module: RequestableModule; isMain?: boolean }) {
  const { company } = useMe()
  const { reload } = useSession()
  const can = useCan()
  const ask = useAction(companyCalls.askForModule, {
    done: 'Votre demande est envoyée\u00a0: nous vous écrirons dès qu’elle sera traitée.',
    failed: 'Impossible d’envoyer votre demande.',
    after: reload,
  })
  const request = company?.moduleRequests?.find((one) => one.module === module)
  // An activated request whose module is off again was another season's.
  const open = request && request.status !== 'activated' ? request : undefined
  if (!company || !can(companyCalls.askForModule)) return null
  return (
    <>
      {open?.status !== 'pending' && (
        <Button variant={isMain ? 'filled' : 'default'} loading={ask.isPending} onClick={() => ask.mutate({ module })}>
          {open ? 'Demander de nouveau' : 'Demander l’activation'}
        </Button>
      )}
      {open && (
        <Group gap="xs" role="status">
          <Status tone={requestTones[open.status]}>{requestNames[open.status]}</Status>
          <Text size="sm">{open.reason ?? `Demandé le ${formatInstant(open.askedAt, company.timeZone)}`}</Text>
        </Group>
      )}
    </>
  )
}
