import type { Company } from '@bordee/core/companies/company.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { useSession } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { askText } from '../ui/dialogs.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { PartTitle } from '../ui/words.tsx'
import { RequestResult } from './RequestResult.tsx'

/** For platform staff: the list that a company sent, to open in the wizard, and to settle. */
export function ImportRequestPanel({ company }: { company: Company }) {
  return company.importAskedAt && <Waiting company={company} />
}

function Waiting({ company: { id: companyId, name } }: { company: Company }) {
  const { switchCompany } = useSession()
  const request = useCall(importCalls.getImportRequest, { companyId })
  const settle = useAction(importCalls.settleImportRequest, {
    done: 'Décision enregistrée',
    failed: 'Impossible d’enregistrer la décision.',
  })
  if (request.isError) return <BrokenPart onRetry={() => void request.refetch()} />
  if (!request.data) return <Skeleton height={120} />
  const { id } = request.data

  async function refuse() {
    const reason = await askText({
      title: `Refuser la liste de «\u00a0${name}\u00a0»?`,
      label: 'Raison, que le propriétaire lira',
      confirm: 'Refuser',
    })
    if (reason) settle.mutate({ id, status: 'refused', reason })
  }

  return (
    <Stack gap="xs">
      <PartTitle>Liste à importer</PartTitle>
      <RequestResult request={request.data} isBrief />
      <Group gap="xs">
        <Button
          size="sm"
          onClick={() =>
            void switchCompany(companyId, `/dashboard/company/import?request=${id}`).catch((error: unknown) =>
              notifyFailure(error, 'Impossible de changer de compagnie.'),
            )
          }
        >
          Ouvrir dans l’assistant
        </Button>
        <Button size="sm" variant="default" loading={settle.isPending} onClick={() => settle.mutate({ id, status: 'imported' })}>
          Marquer importée
        </Button>
        <Button size="sm" variant="default" loading={settle.isPending} onClick={() => void refuse()}>
          Refuser la liste
        </Button>
      </Group>
    </Stack>
  )
}
