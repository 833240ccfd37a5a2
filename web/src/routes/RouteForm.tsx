import { boundsOf } from '@bordee/core/geo.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { asksReason } from '@bordee/core/messages/variables.ts'
import { exclusionReason } from '@bordee/core/routes/exclusion.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AlertSendersField } from '../accounts/AlertSendersField.tsx'
import { useCall } from '../calls.ts'
import { ServicesField } from '../services/ServicesField.tsx'
import { useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { NumberField } from '../ui/form/numbers.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { LoadingPage } from '../ui/states.tsx'
import { kilometres } from './kilometres.ts'
import { OptimizeButton } from './OptimizeButton.tsx'
import { RouteSites } from './RouteSites.tsx'
import type { RouteValues, SentRoute } from './routeForm.ts'
import classes from './routes.module.css'

export function RouteForm({ form, isNew = false, onSubmit, problem }: EntityForm<RouteValues, SentRoute>) {
  const at = fieldsOf(form)
  const { company } = useMe()
  const sites = useCall(siteCalls.listSites)
  const isLimited = company?.alertConfig.isAccessesLimited ?? false
  const [hasAlerts, order, serviceIds] = form.watch(['hasAlerts', 'order', 'serviceIds'])
  const messages = useCall(messageCalls.listMessages, { active: true })
  const messageChoices = messages.data?.filter(({ long }) => !asksReason(long)).map(({ id, short }) => ({ value: id, label: short }))
  const write = (next: string[]) => form.setValue('order', next, { shouldDirty: true })
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="route" aria-label="Trajet">
      <Stack>
        <FormSection
          title="Trajet"
          about="Ce que l’équipe fait sur ce trajet. Sans service choisi, tous les points de service y sont inclus."
        >
          <TextField name={at('name')} label="Nom" required maxLength={100} autoComplete="off" autoFocus={isNew} />
          <ServicesField name={at('serviceIds')} />
        </FormSection>
        {sites.data ? (
          <div className={classes.layout}>
            <RouteSites sites={sites.data} order={order} serviceIds={serviceIds} onChange={write} />
            <RoutePreview sites={sites.data} order={order} serviceIds={serviceIds} onOrder={write} />
          </div>
        ) : sites.isError ? (
          <BrokenPart onRetry={() => void sites.refetch()} />
        ) : (
          <LoadingPage />
        )}
        <FormSection title="Alertes" about="Pendant une tournée, les occupants des prochains points de service sont avisés d’avance.">
          <SwitchField name={at('hasAlerts')} label="Aviser pendant la tournée" />
          {hasAlerts && (
            <>
              <NumberField name={at('siteBefore')} label="Points de service avisés d’avance" min={0} max={100} stepper />
              <SelectField
                name={at('initialMessage')}
                label="Message au départ"
                description="À tous, quand la tournée commence."
                clearable
                choices={messageChoices}
              />
              <SelectField
                name={at('message')}
                label="Message en route"
                description="Aux prochains, à mesure que l’équipe avance."
                clearable
                choices={messageChoices}
              />
            </>
          )}
          {isLimited && (
            <AlertSendersField name={at('accountsForAlertsIds')} label="Comptes qui peuvent envoyer les alertes de ce trajet" />
          )}
        </FormSection>
        <SaveBar>{isNew ? 'Créer le trajet' : 'Enregistrer'}</SaveBar>
      </Stack>
    </Form>
  )
}

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
function RoutePreview({ sites, order, serviceIds, onOrder }: Props) {
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
  const free = useMemo(() => {
    const taken = new Set(order)
    return sites.flatMap(({ id, address: { location } }) => (location && !taken.has(id) ? [{ id, point: location }] : []))
  }, [sites, order])
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
      <RouteMap
        stops={stops}
        line={way.data && points.length > 1 ? way.data.line : []}
        bounds={boundsOf(points.length ? points : free.map(({ point }) => point))}
        free={free}
        onAdd={(id) => onOrder([...order, id])}
      />
      {free.length > 0 && (
        <Text size="sm" c="dimmed">
          En gris, les points de service hors du trajet&nbsp;: cliquez sur l’un d’eux pour l’ajouter à la fin.
        </Text>
      )}
    </section>
  )
}

const minutes = (seconds: number) => `${formatNumber(Math.max(1, Math.round(seconds / 60)))}\u00a0min`
