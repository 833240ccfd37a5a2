import { contains, type Point } from '@bordee/core/geo.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import type { Sector } from '@bordee/core/sectors/sector.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { AlertSendersField } from '../accounts/AlertSendersField.tsx'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, useField } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { formatArea } from '../ui/map/area.ts'
import { Refusal } from '../ui/words.tsx'
import type { SectorValues } from './sectorForm.ts'
import classes from './sectors.module.css'
import { sitesIn } from './useSectorColumn.ts'

const SectorMap = lazyComponent(
  async () => (await import('./SectorMap.tsx')).SectorMap,
  () => <Skeleton height="100%" radius={12} />,
)

interface Props extends EntityForm<SectorValues> {
  sector?: Sector
}

export function SectorForm({ form, sector, onSubmit, problem }: Props) {
  const at = fieldsOf(form)
  const { company } = useMe()
  const groupings = useCall(groupingCalls.listGroupings)
  const isLimited = company?.alertConfig.isAccessesLimited ?? false
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
          {isLimited && <AlertSendersField name={at('userIds')} label="Comptes qui peuvent l’aviser" />}
          <PolygonFacts sector={sector} />
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
function PolygonFacts({ sector }: { sector: Sector | undefined }) {
  const { value, error } = useField(fieldsOf<SectorValues>()('polygon')) as { value: Point[]; error: string | undefined }
  const sites = useCall(siteCalls.listSites)
  const inside = value.length > 2 ? (sites.data ?? []).filter(({ address: { location } }) => location && contains(value, location)) : []
  const words = `${count(inside.length, 'point')} de service`
  return (
    <>
      {value.length > 2 && (
        <Text size="sm">
          <strong className="bordee-figures">{formatArea(value)}</strong>,{' '}
          {sector && JSON.stringify(value) === JSON.stringify(sector.polygon) ? (
            <TextLink {...sitesIn([sector.id])}>{words}</TextLink>
          ) : (
            words
          )}
        </Text>
      )}
      {error && <Refusal>{error}</Refusal>}
    </>
  )
}
