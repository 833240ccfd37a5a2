import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { Stack } from '@mantine/core'
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
import { LoadingPage } from '../ui/states.tsx'
import { RoutePreview } from './RoutePreview.tsx'
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
  const messageChoices = messages.data?.map(({ id, short }) => ({ value: id, label: short }))
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
        <FormSection title="Alertes" about="Pendant une tournée, les occupants des prochains points de service sont avertis d’avance.">
          <SwitchField name={at('hasAlerts')} label="Avertir pendant la tournée" />
          {hasAlerts && (
            <>
              <NumberField name={at('siteBefore')} label="Points de service avertis d’avance" min={0} max={100} stepper />
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
        <SaveBar>{isNew ? 'Créer le trajet' : 'Enregistrer'}</SaveBar>
      </Stack>
    </Form>
  )
}
