import { type Client, clientTypeNames } from '@bordee/core/clients/client.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { AddressField } from '../addresses/AddressField.tsx'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { patience } from '../clients/useClientRemarks.ts'
import { OccupantsGrid } from '../occupants/OccupantsGrid.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { whyNot } from '../ui/form/whyNot.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { LoadingPage } from '../ui/states.tsx'
import { useTab } from '../ui/useTab.ts'
import { SiteRoutes } from './SiteRoutes.tsx'
import type { SentSite, SiteValues } from './siteForm.ts'
import classes from './zones.module.css'

const ZonesField = lazyComponent(
  async () => (await import('./ZonesField.tsx')).ZonesField,
  () => (
    <>
      <Skeleton height={240} radius={12} />
      <div className={classes.map}>
        <Skeleton height="100%" radius={12} />
      </div>
    </>
  ),
)

const SitePhotos = lazyComponent(async () => (await import('../photos/SitePhotos.tsx')).SitePhotos, LoadingPage)
const VisitsGrid = lazyComponent(async () => (await import('../runs/VisitsGrid.tsx')).VisitsGrid, LoadingPage)

interface Props extends EntityForm<SiteValues, SentSite> {
  /** Absent for a new site, which can't have routes or occupants yet. */
  site?: Site
  clients: Client[] | undefined
  /** True inside a client's folder: the client can't be changed. */
  isClientFixed: boolean
}

export function SiteForm({ form, site, clients, isClientFixed, onSubmit, problem }: Props) {
  const at = fieldsOf(form)
  const can = useCan()
  const [tab, openTab] = useTab(['zones', 'routes', 'occupants', 'photos', 'visits'])
  return (
    <Stack>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="site" aria-label="Point de service">
        <Stack>
          <Tabs value={tab} onChange={openTab} keepMounted={false}>
            {site && (
              <Tabs.List>
                <Tabs.Tab value="zones">Zones</Tabs.Tab>
                <Tabs.Tab value="routes">Trajets</Tabs.Tab>
                <Tabs.Tab value="occupants">Occupants</Tabs.Tab>
                <Tabs.Tab value="photos">Photos</Tabs.Tab>
                {can(runCalls.listVisits) && <Tabs.Tab value="visits">Visites</Tabs.Tab>}
              </Tabs.List>
            )}
            <Tabs.Panel value="zones" pt={site ? 'md' : 0}>
              <div className={classes.split}>
                <ZonesField client={clients?.find(({ id }) => id === form.getValues('customerId'))} />
                <section className={`bordee-card ${classes.zone}`} aria-label="Point de service">
                  {!isClientFixed && (
                    <SelectField
                      name={at('customerId')}
                      label="Client"
                      required
                      searchable
                      choices={clients?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
                    />
                  )}
                  <TextField name={at('name')} label="Nom" required maxLength={50} autoComplete="off" autoFocus={!site} />
                  <AddressField label="Adresse" within={at('address')} />
                  <TextField name={at('address.apartment')} label="Appartement" nullable maxLength={20} autoComplete="off" />
                  <SelectField name={at('type')} label="Type" choices={clientTypeNames} />
                  <SwitchField name={at('isActive')} label="Actif" description="Inactif, il est laissé hors des trajets et des alertes." />
                  <TextareaField name={at('notes')} label="Notes" nullable minRows={2} />
                </section>
              </div>
            </Tabs.Panel>
          </Tabs>
          {(tab === 'zones' || form.formState.isDirty) && <Save siteId={site?.id} />}
        </Stack>
      </Form>
      {site && tab === 'routes' && <SiteRoutes site={site} />}
      {site && tab === 'occupants' && <OccupantsGrid gridId="site-occupants" sites={[site]} siteId={site.id} />}
      {site && tab === 'photos' && <SitePhotos siteId={site.id} />}
      {site && tab === 'visits' && <VisitsGrid gridId="site-visits" sites={[site]} siteId={site.id} />}
    </Stack>
  )
}

function Save({ siteId }: { siteId: string | undefined }) {
  const { isChecking, isRefused } = useSiteRemarks(siteId)
  return <SaveBar why={whyNot(isChecking, isRefused)}>{siteId ? 'Enregistrer' : 'Créer le point de service'}</SaveBar>
}

/** Checks the name being typed with the server, and shows its errors on the field. */
function useSiteRemarks(id: string | undefined) {
  const { watch, setError, clearErrors, getFieldState, formState } = useFormContext<SiteValues>()
  const [name, customerId] = watch(['name', 'customerId'])
  const [settled] = useDebouncedValue(name.trim(), patience)
  const isChanged = getFieldState('name', formState).isDirty || getFieldState('customerId', formState).isDirty
  const asked = isChanged && settled && customerId
  const remarks = useCall(siteCalls.validateSite, asked ? { site: { ...(id && { id }), customerId, name: settled } } : 'not yet', {
    what: null,
  })

  const nameError = asked ? remarks.data?.formErrors.site.name : undefined
  useEffect(() => {
    if (!nameError) return
    setError('name', { type: 'taken', message: nameError })
    return () => clearErrors('name')
  }, [nameError, setError, clearErrors])

  return {
    isChecking: Boolean(isChanged && name.trim() && (settled !== name.trim() || remarks.isFetching)),
    isRefused: nameError !== undefined,
  }
}
