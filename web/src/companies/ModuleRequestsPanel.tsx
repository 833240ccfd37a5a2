import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import type { ModuleRequest } from '@bordee/core/companies/module-request.ts'
import { moduleNames } from '@bordee/core/modules.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useAction } from '../calls.ts'
import { isModuleActive } from '../session.tsx'
import { askText } from '../ui/dialogs.tsx'
import { Status } from '../ui/Status.tsx'
import { PartTitle } from '../ui/words.tsx'
import { requestNames, requestTones } from './companyColumns.tsx'

/** The modules that a company asked for and doesn't have: platform staff activate or refuse each. */
export function ModuleRequestsPanel({ company }: { company: Company }) {
  const open = (company.moduleRequests ?? []).filter(({ module, status }) => status !== 'activated' && !isModuleActive(company, module))
  if (open.length === 0) return null
  return (
    <Stack gap="xs">
      <PartTitle>Modules demandés</PartTitle>
      {open.map((request) => (
        <Decision key={request.module} company={company} request={request} />
      ))}
    </Stack>
  )
}

function Decision({ company: { id, name, timeZone }, request }: { company: Company; request: ModuleRequest }) {
  const { module, status, reason, askedAt } = request
  const decide = useAction(companyCalls.decideModuleRequest, {
    done: 'Décision enregistrée',
    failed: 'Impossible d’enregistrer la décision.',
  })

  async function refuse() {
    const told = await askText({
      title: `Refuser le module ${moduleNames[module]} à «\u00a0${name}\u00a0»?`,
      label: 'Raison, que le propriétaire lira',
      confirm: 'Refuser',
    })
    if (told) decide.mutate({ id, module, status: 'refused', reason: told })
  }

  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {moduleNames[module]}
        </Text>
        <Status tone={requestTones[status]}>{requestNames[status]}</Status>
        <Text size="sm">{reason ?? `depuis le ${formatInstant(askedAt, timeZone)}`}</Text>
      </Group>
      <Group gap="xs">
        <Button size="sm" loading={decide.isPending} onClick={() => decide.mutate({ id, module, status: 'activated' })}>
          Activer {moduleNames[module]}
        </Button>
        {status === 'pending' && (
          <Button size="sm" variant="default" loading={decide.isPending} onClick={() => void refuse()}>
            Refuser {moduleNames[module]}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
