import { boundsOf } from '@bordee/core/geo.ts'
import { exclusionReason } from '@bordee/core/routes/exclusion.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Alert, Group, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCall } from '../calls.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { kilometres } from './kilometres.ts'
import { OptimizeButton } from './OptimizeButton.tsx'
import classes from './routes.module.css'

const RouteMap = lazyComponent(
  async () => (await import('./RouteMap.tsx')).RouteMap,
  () => <Skeleton height="min(70vh, 640px)" radius={12} />,
)

interface Props {
  sites: Site[]
  order: string[]
  serviceIds: string[]
  onOrder: (order: string[]) => void
}

/** Draws the route as currently ordered in the form; asks for the path again once the order stops changing. */
export function RoutePreview({ sites, order, serviceIds, onOrder }: Props) {
  const byId = useMemo(() => new Map(sites.map((site) => [site.id, site])), [sites])
  const placed = useMemo(() => order.flatMap((id) => byId.get(id) ?? []), [order, byId])
  const stops = useMemo(
    () =>
      placed.flatMap((site, i) => {
        const { location } = site.address
        return location && exclusionReason(site, serviceIds) === null ? [{ id: site.id, point: location, label: String(i + 1) }] : []
      }),
    [placed, serviceIds],
  )
  const [settled] = useDebouncedValue(stops, 500)
  const points = useMemo(() => settled.map(({ point }) => point), [settled])
  const way = useCall(routeCalls.findDirections, points.length > 1 ? { points } : 'not yet')
  const withoutPlace = placed.filter(({ address }) => !address.location).length
  return (
    <section className={classes.preview} aria-label="Itinéraire">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {way.data && points.length > 1
            ? `${kilometres(way.data.distance)}${way.data.duration ? `, environ ${minutes(way.data.duration)}` : ' à vol d’oiseau'}`
            : 'Aperçu sur la carte'}
        </Text>
        <OptimizeButton sites={placed} onOrder={onOrder} />
      </Group>
      {withoutPlace > 0 && (
        <Alert color="amber" icon={<IconMapOff />} p="xs">
          Les points de service sans adresse valide ne sont pas affichés ({withoutPlace}).
        </Alert>
      )}
      {way.data?.isPartial && (
        <Alert color="amber" p="xs">
          L’itinéraire n’a pas répondu partout&nbsp;: une partie est tracée en ligne droite.
        </Alert>
      )}
      <RouteMap stops={stops} line={way.data && points.length > 1 ? way.data.line : []} bounds={boundsOf(points)} />
    </section>
  )
}

const minutes = (seconds: number) => `${formatNumber(Math.max(1, Math.round(seconds / 60)))}\u00a0min`
