import type { Client } from '@bordee/core/clients/client.ts'
import { boundsOf, type Point, quebecCity } from '@bordee/core/geo.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { nextAreaName } from '@bordee/core/sites/site.ts'
import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { fieldsOf, useField } from '../ui/form/Form.tsx'
import { formatArea } from '../ui/map/area.ts'
import { MapMarker } from '../ui/map/layers.tsx'
import { type DrawnPolygon, MapDraw } from '../ui/map/MapDraw.tsx'
import { MapView, useMap, zooms } from '../ui/map/MapView.tsx'
import { useUndo } from '../ui/map/useUndo.ts'
import { EmptyState } from '../ui/states.tsx'
import { describe, IndicatorIcon } from './IndicatorIcon.tsx'
import { restoredAreas } from './restoredAreas.ts'
import type { AreaValues, SiteValues } from './siteForm.ts'
import { ZoneCard } from './ZoneCard.tsx'
import classes from './zones.module.css'

/** A site's areas: drawn on the map, named and described beside it. Two columns of the caller's grid. */
export function ZonesField({ client }: { client: Client | undefined }) {
  const form = useFormContext<SiteValues>()
  const { watch, setValue, getValues } = form
  const services = useCall(serviceCalls.listServices)
  const { error } = useField(fieldsOf(form)('areas'))
  const [areas, location] = watch(['areas', 'address.location'])
  const [selected, setSelected] = useState<string | null>(null)
  const polygons = useMemo(() => areas.map(({ id, polygon }): DrawnPolygon => ({ id: id ?? '', points: polygon })), [areas])
  const [startsAt] = useState(() => location ?? locationOf(client) ?? quebecCity)

  const show = (next: AreaValues[]) => setValue('areas', next, { shouldDirty: true, shouldValidate: true })
  const steps = useUndo(
    () => getValues('areas'),
    (then) => show(restoredAreas(getValues('areas'), then)),
  )
  // What was saved may have new ids.
  const { submitCount } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save starts afresh
  useEffect(() => steps.forget(), [submitCount, steps.forget])

  function write(next: AreaValues[]) {
    steps.record()
    show(next)
  }
  const change = (id: string, part: Partial<AreaValues>) =>
    write(getValues('areas').map((area) => (area.id === id ? { ...area, ...part } : area)))

  function redraw(drawn: DrawnPolygon[]) {
    const held = getValues('areas')
    const kept = held.filter((area) => drawn.some(({ id }) => id === area.id))
    const next = [...kept]
    for (const { id, points } of drawn) {
      const polygon = [...points]
      const index = next.findIndex((area) => area.id === id)
      const known = next[index]
      if (known) next[index] = { ...known, polygon }
      else
        next.push({ id, name: nextAreaName(next.map(({ name }) => name)), notes: null, polygon, indicators: [], services: defaultServices })
    }
    write(next)
  }

  const defaultServices = services.data?.filter(({ isDefault }) => isDefault).map(({ id }) => id) ?? []
  const move = (areaId: string, index: number, to: Point) =>
    change(areaId, {
      indicators: (areas.find(({ id }) => id === areaId)?.indicators ?? []).map((one, i) => (i === index ? { ...one, location: to } : one)),
    })
  const bounds = boundsOf([...(location ? [location] : []), ...areas.flatMap(({ polygon }) => polygon)])

  return (
    <>
      <div className={classes.list}>
        {error && (
          <Text c="red" size="sm" role="alert">
            {error}
          </Text>
        )}
        {areas.length === 0 && (
          <EmptyState
            card
            icon={<IconMapPin />}
            title="Aucune zone"
            description={
              'Dessinez sur la carte chaque surface à déneiger ou à entretenir\u00a0: entrée, stationnement, gazon. ' +
              'Sa superficie se calcule toute seule.'
            }
          />
        )}
        {areas.map((area, i) => (
          <ZoneCard
            key={area.id}
            index={i}
            area={area}
            isSelected={area.id === selected}
            isLast={areas.length === 1}
            onSelect={() => setSelected(area.id ?? null)}
            onChange={(part) => change(area.id ?? '', part)}
            onRemove={() => write(areas.filter(({ id }) => id !== area.id))}
          />
        ))}
      </div>
      <div className={classes.map}>
        <MapView
          label="Zones du point de service"
          height="100%"
          center={startsAt}
          zoom={location ? zooms.address : zooms.town}
          {...(areas.length > 0 && bounds && { bounds })}
          alternative={areas.map(({ name, polygon }) => `${name}\u00a0: ${formatArea(polygon)}`).join('; ')}
        >
          <Follow point={location} />
          {location && <MapMarker point={location} label="Position du point de service" />}
          <MapDraw polygons={polygons} onChange={redraw} min={1} selectedId={selected} onSelect={setSelected} steps={steps} />
          {areas.flatMap((area) =>
            (area.indicators ?? []).map((indicator, i) => (
              <MapMarker
                // biome-ignore lint/suspicious/noArrayIndexKey: an indicator has no identity but its index
                key={`${area.id}-${i}`}
                point={indicator.location}
                label={`${describe(indicator)}, ${area.name}`}
                onMoved={(to) => move(area.id ?? '', i, to)}
                onClick={() => setSelected(area.id ?? null)}
              >
                <IndicatorIcon {...indicator} framed />
              </MapMarker>
            )),
          )}
        </MapView>
      </div>
    </>
  )
}

const locationOf = (client: Client | undefined): Point | undefined =>
  client && client.billingLatitude !== null && client.billingLongitude !== null
    ? { lat: client.billingLatitude, lng: client.billingLongitude }
    : undefined

/** Moves the map to a newly picked address. */
function Follow({ point }: { point: Point | null }) {
  const map = useMap()
  const [first] = useState(point)
  useEffect(() => {
    if (point && point !== first) map.jumpTo({ center: point, zoom: zooms.address })
  }, [map, point, first])
  return null
}
