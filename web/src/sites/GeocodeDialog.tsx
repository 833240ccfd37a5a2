import { boundsOf, type Point } from '@bordee/core/geo.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { MapMarker } from '../ui/map/layers.tsx'
import { MapView } from '../ui/map/MapView.tsx'
import { EmptyState } from '../ui/states.tsx'
import { amberInk, spruceInk } from '../ui/theme.ts'
import { WhyButton } from '../ui/WhyButton.tsx'
import classes from './GeocodeDialog.module.css'

interface Props {
  opened: boolean
  /** The clients whose sites to geocode; empty means every site without a location. */
  clientIds: string[]
  onClose: () => void
}

/** Proposes locations for sites without one; accept each, or all at once. Platform staff only. */
export function GeocodeDialog({ opened, clientIds, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Géocoder les points de service" size={960}>
      {opened && <Proposals clientIds={clientIds} onDone={onClose} />}
    </Dialog>
  )
}

function Proposals({ clientIds, onDone }: { clientIds: string[]; onDone: () => void }) {
  const { mutate: find, ...found } = useAction(siteCalls.geolocateSites, { failed: 'Impossible de géocoder.' })
  const sites = useCall(siteCalls.listSites)
  const [asked] = useState(clientIds)
  useEffect(() => find({ clientIds: asked }), [find, asked])
  if (found.isError || sites.isError) return <BrokenPart onRetry={() => find({ clientIds: asked })} />
  if (!found.data || !sites.data)
    return (
      <Group justify="center" p="xl">
        <Loader /> <Text>Recherche des adresses…</Text>
      </Group>
    )
  const byId = new Map(sites.data.map((site) => [site.id, site]))
  const proposals = found.data.geocodes.flatMap(({ siteId, point }) => {
    const site = byId.get(siteId)
    return site ? [{ site, point }] : []
  })
  if (proposals.length === 0)
    return (
      <EmptyState
        title="Rien à placer"
        description={
          'Tous les points de service ont une position, ou leurs adresses sont inconnues du répertoire. ' +
          'On peut toujours placer le point sur la carte dans la fiche du point de service.'
        }
      />
    )
  return <Choice proposals={proposals} onDone={onDone} />
}

interface Proposal {
  site: Site
  point: Point
}

function Choice({ proposals, onDone }: { proposals: Proposal[]; onDone: () => void }) {
  const [accepted, setAccepted] = useState(() => new Set(proposals.map(({ site }) => site.id)))
  const [shown, setShown] = useState<string | null>(null)
  const place = useAction(siteCalls.placeSites, {
    done: 'Modifications enregistrées avec succès',
    failed: 'Erreur lors de la sauvegarde.',
    after: onDone,
  })
  const toggle = (id: string) => setAccepted((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const bounds = boundsOf(proposals.map(({ point }) => point))
  return (
    <Stack>
      <div className={classes.split}>
        <ul className={classes.list} aria-label="Positions proposées">
          {proposals.map(({ site }) => (
            <li key={site.id} data-shown={site.id === shown || undefined}>
              <Checkbox
                checked={accepted.has(site.id)}
                onChange={() => toggle(site.id)}
                onFocus={() => setShown(site.id)}
                label={`${site.customerName} – ${site.name}`}
                description={addressLine(site.address)}
              />
            </li>
          ))}
        </ul>
        <MapView label="Positions proposées" height={420} {...(bounds && { bounds })}>
          {proposals.map(({ site, point }) => (
            <MapMarker
              key={site.id}
              point={point}
              label={`${site.name}, ${addressLine(site.address)}`}
              color={site.id === shown ? amberInk : accepted.has(site.id) ? spruceInk : '#7B8C8E'}
              onClick={() => {
                setShown(site.id)
                toggle(site.id)
              }}
            />
          ))}
        </MapView>
      </div>
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => setAccepted(accepted.size ? new Set() : new Set(proposals.map(({ site }) => site.id)))}>
          {accepted.size ? 'Tout décocher' : 'Tout cocher'}
        </Button>
        <WhyButton
          why={accepted.size === 0 && 'Cochez d’abord une position ou plus.'}
          loading={place.isPending}
          onClick={() =>
            place.mutate({
              sites: proposals.filter(({ site }) => accepted.has(site.id)).map(({ site, point }) => ({ id: site.id, point })),
            })
          }
        >
          Accepter {count(accepted.size, 'position')}
        </WhyButton>
      </Group>
    </Stack>
  )
}
