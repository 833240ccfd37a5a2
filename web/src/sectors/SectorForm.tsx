import { fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { boundsOf, contains, isSimple, type Point } from '@bordee/core/geo.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { polygonRequired, type Sector } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import { point, text } from '@bordee/core/wire.ts'
import { Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { Form, useField } from '../ui/form/Form.tsx'
import { MultiSelectField, SelectField, TextField } from '../ui/form/fields.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { MapClusters, MapPolygons } from '../ui/map/layers.tsx'
import { type DrawnPolygon, formatArea, MapDraw } from '../ui/map/MapDraw.tsx'
import { MapView, zooms } from '../ui/map/MapView.tsx'
import { quietInk } from '../ui/theme.ts'
import classes from './sectors.module.css'
import { recallView, rememberView } from './sectorView.ts'

export const sectorSchema = z.object({
  name: text(100),
  polygon: z.array(point).min(3, polygonRequired).refine(isSimple, 'Le contour du secteur se croise.'),
  alertId: z.string().nullable(),
  userIds: z.array(z.string()),
})
export type SectorValues = z.output<typeof sectorSchema>

export const emptySector: SectorValues = { name: '', polygon: [], alertId: null, userIds: [] }
export const valuesOf = ({ name, polygon, alertId, userIds }: Sector): SectorValues => ({ name, polygon: polygon ?? [], alertId, userIds })

interface Props {
  form: UseFormReturn<SectorValues, unknown, SectorValues>
  sector?: Sector
  onSubmit: (values: SectorValues) => unknown
  problem: unknown
}

export function SectorForm({ form, sector, onSubmit, problem }: Props) {
  const { company } = useMe()
  const groupings = useCall(groupingCalls.listGroupings)
  const isLimited = company?.alertConfig.isAccessesLimited ?? false
  const accounts = useCall(accountCalls.listAccounts, isLimited ? { roles: ['owner', 'employee'] } : 'not yet')
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="siteGroup" aria-label="Secteur">
      <div className={classes.split}>
        <Stack className={`bordee-card ${classes.fields}`}>
          <TextField name="name" label="Nom" required autoFocus={!sector} autoComplete="off" />
          {company?.sectorConfig.sectorType === 'grouped' && (
            <SelectField
              name="alertId"
              label="Regroupement"
              clearable
              choices={(groupings.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {isLimited && (
            <MultiSelectField
              name="userIds"
              label="Comptes qui peuvent l’alerter"
              choices={(accounts.data ?? []).map((account) => ({ value: account.id, label: fullName(account) || account.email }))}
            />
          )}
          <PolygonFacts />
        </Stack>
        <PolygonMap sectorId={sector?.id} />
      </div>
      <SaveBar>{sector ? 'Enregistrer' : 'Créer le secteur'}</SaveBar>
    </Form>
  )
}

/** How large, and how many places are inside, while one draws. */
function PolygonFacts() {
  const { value, error } = useField('polygon') as { value: Point[]; error: string | undefined }
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

function PolygonMap({ sectorId }: { sectorId: string | undefined }) {
  const { value, onChange } = useField('polygon') as { value: Point[]; onChange: (points: Point[]) => void }
  const sectors = useCall(sectorCalls.listSectors)
  const sites = useCall(siteCalls.listSites)
  const others = useMemo(
    () =>
      (sectors.data ?? []).flatMap(({ id, name, polygon }) =>
        id !== sectorId && polygon ? [{ id, points: polygon, label: name, color: quietInk }] : [],
      ),
    [sectors.data, sectorId],
  )
  const places = useMemo(
    () => (sites.data ?? []).flatMap(({ id, address: { location } }) => (location ? [{ id, point: location }] : [])),
    [sites.data],
  )
  // What was drawn stays selected under the id that the map gave it.
  const [drawnId, setDrawnId] = useState(firstId)
  const drawn = useMemo(() => (value.length > 2 ? [{ id: drawnId, points: value }] : []), [drawnId, value])
  function change(polygon: DrawnPolygon | undefined) {
    if (polygon) setDrawnId(polygon.id)
    onChange(polygon ? [...polygon.points] : [])
  }
  const bounds = boundsOf(value)
  const kept = recallView()
  return (
    <div className={classes.map}>
      <MapView
        label="Tracé du secteur"
        height="100%"
        center={kept?.center}
        zoom={kept?.zoom ?? zooms.sector}
        {...(bounds && { bounds })}
        onMoved={rememberView}
      >
        <MapPolygons polygons={others} />
        <MapClusters points={places} />
        <MapDraw polygons={drawn} max={1} onChange={([polygon]) => change(polygon)} />
      </MapView>
    </div>
  )
}

// One polygon: until it is drawn again, it needs an id for the map.
const firstId = '00000000-0000-4000-8000-000000000001'
