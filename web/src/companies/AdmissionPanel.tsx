import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Admission, Company } from '@bordee/core/companies/company.ts'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useAction } from '../calls.ts'
import { askText } from '../ui/dialogs.tsx'
import { Status } from '../ui/Status.tsx'
import { PartTitle } from '../ui/words.tsx'
import { admissionNames, admissionTones } from './companyColumns.tsx'

/** Whether residents' quote requests reach the company: platform staff decide. */
export function AdmissionPanel({ company }: { company: Company }) {
  const { id, quoteConfig } = company
  const decide = useAction(companyCalls.decideAdmission, { done: 'Décision enregistrée', failed: 'Impossible d’enregistrer la décision.' })
  if (!quoteConfig) return null
  const { admission = 'pending', admissionReason, isSectorUnlimited = false } = quoteConfig
  const set = (chosen: Admission, reason: string | null) => decide.mutate({ id, admission: chosen, reason })

  async function refuse() {
    const reason = await askText({
      title: `Refuser «\u00a0${company.name}\u00a0»?`,
      label: 'Raison, que le propriétaire lira',
      confirm: 'Refuser',
    })
    if (reason) set('refused', reason)
  }

  return (
    <Stack gap="xs">
      <PartTitle>Demandes de soumission</PartTitle>
      <Group gap="xs">
        <Status tone={admissionTones[admission]}>{admissionNames[admission]}</Status>
        {admissionReason && <Text size="sm">{admissionReason}</Text>}
      </Group>
      <Group gap="xs">
        {admission !== 'admitted' && (
          <Button size="sm" loading={decide.isPending} onClick={() => set('admitted', null)}>
            Admettre
          </Button>
        )}
        {admission !== 'refused' && (
          <Button size="sm" variant="default" loading={decide.isPending} onClick={() => void refuse()}>
            Refuser
          </Button>
        )}
      </Group>
      <Checkbox
        size="sm"
        label={'Lever les limites du secteur (2\u00a0500\u00a0km², 80\u00a0km)'}
        checked={isSectorUnlimited}
        disabled={decide.isPending}
        onChange={(event) =>
          decide.mutate({ id, admission, reason: admissionReason ?? null, isSectorUnlimited: event.currentTarget.checked })
        }
      />
    </Stack>
  )
}
