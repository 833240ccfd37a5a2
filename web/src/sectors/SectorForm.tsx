import { fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { contains, type Point } from '@bordee/core/geo.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import type { Sector } from '@bordee/core/sectors/sector.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { MultiSelectField, SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, useField } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { formatArea } from '../ui/map/area.ts'
import type { SectorValues } from './sectorForm.ts'
import classes from './sectors.module.css'

const SectorMap = lazyComponent(
  async () => (await import('./SectorMap.tsx')).SectorMap,
  () => <Skeleton height="100%" radius={12} />,
)

interface Props {
  form: UseFormReturn<SectorValues, unknown, SectorValues>
  sector?: Sector
  onSubmit: (values: SectorValues) => unknown
  problem: unknown
}

export function SectorForm({ form, sector, onSubmit, problem }: Props) {
  const at = fieldsOf(form)
  const { company } = useMe()
  const groupings = useCall(groupingCalls.listGroupings)
  const isLimited = company?.alertConfig.isAccessesLimited ?? false
  const accounts = useCall(accountCalls.listAccounts, isLimited ? { roles: ['owner', 'employee'] } : 'not yet')
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="siteGroup" aria-label="Secteur">
      <div className={classes.split}>
        <Stack className={`bordee-card ${classes.fields}`}>
          <TextField name={at('name')} label="Nom" required autoFocus={!sector} autoComplete="off" />
          {company?.sectorConfig.sectorType === 'grouped' && (
            <SelectField
              name={at('alertId')}
              label="Regroupement"
              clearable
              choices={groupings.data?.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {isLimited && (
            <MultiSelectField
              name={at('userIds')}
              label="Comptes qui peuvent l’alerter"
              choices={accounts.data?.map((account) => ({ value: account.id, label: fullName(account) || account.email }))}
            />
          )}
          <PolygonFacts />
        </Stack>
        <div className={classes.map}>
          <SectorMap sectorId={sector?.id} />
        </div>
      </div>
      <SaveBar>{sector ? 'Enregistrer' : 'Créer le secteur'}</SaveBar>
    </Form>
  )
}

/** While drawing, shows the area's size and how many sites are inside. */
function PolygonFacts() {
  const { value, error } = useField(fieldsOf<SectorValues>()('polygon')) as { value: Point[]; error: string | undefined }
  const sites = useCall(siteCalls.listSites)
  const inside = value.length > 2 ? (sites.data ?? []).filter(({ address: { location } }) => location && contains(value, location)) : []
  return (
    <>
      {value.length > 2 && (
        <Text size="sm">
          <strong className="bordee-figures">{formatArea(value)}</strong>, {count(inside.length, 'point')} de service
        </Text>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </>
  )
}
