import { asPlaces, type Whereabouts, withSiteAt } from '@bordee/core/routes/places.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useAction, useCall } from '../calls.ts'
import { confirmRemoval } from '../ui/dialogs.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { EmptyState } from '../ui/states.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'
import { Hint, PartTitle } from '../ui/words.tsx'
import classes from './SiteRoutes.module.css'

/** The site's routes: add it first, last, before or after another site; move it; remove it (docs/product/routes.md). */
export function SiteRoutes({ site }: { site: Site }) {
  const options = useCall(routeCalls.listRouteOptions)
  const others = options.data?.filter(({ id }) => !site.routes.some((route) => route.id === id)) ?? []
  const [adding, setAdding] = useState<string | null>(null)
  return (
    <section className={`bordee-card ${classes.card}`} aria-label="Trajets">
      {site.routes.length === 0 && (
        <EmptyState
          icon={<IconRoute />}
          title="Sur aucun trajet"
          description="Un point de service qui n’est sur aucun trajet n’est déneigé par personne."
        />
      )}
      {site.routes.map((route) => (
        <Place key={route.id} siteId={site.id} route={route} />
      ))}
      {others.length > 0 && (
        <Stack gap="sm" className={classes.add}>
          <PartTitle>Ajouter à un trajet</PartTitle>
          <Select
            label="Trajet"
            placeholder="Choisir un trajet"
            searchable
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={adding}
            onChange={setAdding}
          />
          {adding && <Position key={adding} routeId={adding} siteId={site.id} isNew onDone={() => setAdding(null)} />}
        </Stack>
      )}
    </section>
  )
}

function Place({ siteId, route }: { siteId: string; route: Site['routes'][number] }) {
  const [moving, setMoving] = useState(false)
  const remove = useAction(routeCalls.updateRoute, {
    done: 'Point retiré du trajet.',
    failed: 'Impossible de retirer le point du trajet.',
  })

  async function askThenRemove() {
    const sure = await confirmRemoval({ title: `Retirer ce point du trajet «\u00a0${route.name}\u00a0»?`, confirm: 'Retirer' })
    if (!sure) return
    try {
      const { sites, version } = await ask(routeCalls.getRoute, { id: route.id })
      const order = sites.map(({ site }) => site.id).filter((id) => id !== siteId)
      remove.mutate({ id: route.id, route: { sites: asPlaces(order), version } })
    } catch (problem) {
      notifyFailure(problem, 'Impossible de retirer le point du trajet.')
    }
  }

  return (
    <div className={classes.place}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{route.name}</Text>
          <Hint>Position {route.sortOrder + 1}</Hint>
        </div>
        <Group gap="xs">
          <Button variant="default" size="sm" onClick={() => setMoving(!moving)} aria-expanded={moving}>
            Changer la position
          </Button>
          <Button variant="subtle" color="red" size="sm" loading={remove.isPending} onClick={() => void askThenRemove()}>
            Retirer
          </Button>
        </Group>
      </Group>
      {moving && <Position routeId={route.id} siteId={siteId} onDone={() => setMoving(false)} />}
    </div>
  )
}

const wheres = { start: 'Au début', end: 'À la fin', before: 'Avant…', after: 'Après…' }

/** An empty route needs no position. */
function Position({ routeId, siteId, isNew = false, onDone }: { routeId: string; siteId: string; isNew?: boolean; onDone: () => void }) {
  const route = useCall(routeCalls.getRoute, { id: routeId })
  const [at, setAt] = useState<keyof typeof wheres>('end')
  const [neighbour, setNeighbour] = useState<string | null>(null)
  const place = useAction(routeCalls.updateRoute, {
    done: isNew ? 'Point ajouté au trajet.' : 'Position mise à jour.',
    failed: 'Impossible de modifier le trajet.',
    after: onDone,
  })
  const others = route.data?.sites.filter(({ site }) => site.id !== siteId) ?? []
  const needsNeighbour = at === 'before' || at === 'after'
  const where: Whereabouts = needsNeighbour ? { at, site: neighbour ?? '' } : { at }

  function save() {
    if (!route.data) return
    const order = withSiteAt(
      route.data.sites.map(({ site }) => site.id),
      siteId,
      where,
    )
    place.mutate({ id: routeId, route: { sites: asPlaces(order), version: route.data.version } })
  }

  return (
    <div className={classes.position}>
      {others.length > 0 && (
        <>
          <Select
            label="Position"
            data={Object.entries(wheres).map(([value, label]) => ({ value, label }))}
            value={at}
            allowDeselect={false}
            onChange={(value) => setAt((value ?? 'end') as keyof typeof wheres)}
          />
          {needsNeighbour && (
            <Select
              label="Point de service"
              searchable
              data={others.map(({ site, sortOrder }) => ({
                value: site.id,
                label: `${sortOrder + 1}. ${site.customerName} – ${site.name}`,
              }))}
              value={neighbour}
              onChange={setNeighbour}
            />
          )}
        </>
      )}
      <WhyButton
        leftSection={isNew ? <IconPlus size={16} /> : undefined}
        why={
          !route.data
            ? 'Le trajet n’est pas encore chargé.'
            : needsNeighbour && others.length > 0 && !neighbour && 'Choisissez d’abord son voisin.'
        }
        loading={place.isPending}
        onClick={save}
      >
        {isNew ? 'Ajouter' : 'Déplacer'}
      </WhyButton>
    </div>
  )
}
