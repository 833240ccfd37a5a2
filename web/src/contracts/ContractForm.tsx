import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import type { ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { taxPlace } from '@bordee/core/contracts/taxes.ts'
import { namedAddress } from '@bordee/core/sites/address-line.ts'
import { prepaymentWarning } from '@bordee/core/templates/prepayment.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import type { PaymentMethod } from '@bordee/core/templates/terms.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Alert, Select, SimpleGrid, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { CeilingSection } from '../operations/CeilingFields.tsx'
import { RequirementSection } from '../operations/RequirementFields.tsx'
import { ScheduleField } from '../templates/ScheduleField.tsx'
import { ServiceLinesField } from '../templates/ServiceLinesField.tsx'
import { ClausesField, MethodsField, NsfFeeField } from '../templates/TermFields.tsx'
import { MoneyTable } from '../templates/TermTables.tsx'
import { noTaxes, totalOf } from '../templates/templateForm.ts'
import { usePlaceOfCompany } from '../templates/usePlaceOfCompany.ts'
import { confirm } from '../ui/dialogs.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { type EntityForm, Form, fieldsOf, useField } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { NoneYet } from '../ui/NoneYet.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { useZone } from '../ui/zone.ts'
import { type ContractValues, type SentContract, termsOf } from './contractForm.ts'

interface Props extends EntityForm<ContractValues, SentContract> {
  status?: ContractStatus
}

const at = fieldsOf<ContractValues>()

export function ContractForm({ form, status = 'draft', isNew = false, onSubmit, problem }: Props) {
  const [clientId, templateId] = form.watch(['clientId', 'contractTemplateId'])
  // Until a template and a client are chosen, the season is unknown.
  const hasDates = Boolean(templateId) && (Boolean(clientId) || status !== 'draft')
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="contract" aria-label="Contrat">
      <Stack>
        <FormSection title="Contrat" about="Avec qui, pour quel endroit et selon quel modèle. Un brouillon se complète plus tard.">
          <ClientChoice />
          <SiteChoice isNew={isNew} />
          <TemplateChoice isNew={isNew} />
          {hasDates && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <DateField name={at('startAt')} label="Date de début" required />
              <DateField name={at('endAt')} label="Date de fin" required />
            </SimpleGrid>
          )}
        </FormSection>
        <MoneyFields form={form} />
        <CeilingSection />
        <RequirementSection name={at('requirement')} />
        <FormSection title="Clauses" about="Elles figurent sur le contrat, après les services et les versements.">
          <ClausesField name={at('clauses')} label="Clauses" />
        </FormSection>
        <SaveBar>{isNew ? 'Créer le contrat' : 'Enregistrer'}</SaveBar>
      </Stack>
    </Form>
  )
}

function ClientChoice() {
  const clients = useCall(clientCalls.listClients)
  return (
    <SelectField
      name={at('clientId')}
      label="Client"
      required
      searchable
      placeholder="Choisir un client…"
      choices={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
    />
  )
}

/** Preselects the site of a client who has only one. */
function SiteChoice({ isNew }: { isNew: boolean }) {
  const { setValue, resetField, watch, formState } = useFormContext<ContractValues>()
  const [clientId, siteId] = watch(['clientId', 'siteId'])
  const sites = useCall(clientCalls.listClientSites, clientId ? { id: clientId } : 'not yet')
  const isGivenClient = clientId === formState.defaultValues?.clientId
  const isChosenHere = isNew || !isGivenClient
  useEffect(() => {
    if (!sites.data || !isChosenHere) return
    if (siteId && sites.data.some(({ id }) => id === siteId)) return
    const onlyId = sites.data.length === 1 ? (sites.data[0]?.id ?? null) : null
    if (onlyId === siteId) return
    // The user has changed nothing yet: there is nothing to lose by leaving.
    if (isGivenClient) resetField('siteId', { defaultValue: onlyId })
    else setValue('siteId', onlyId, { shouldDirty: true })
  }, [sites.data, siteId, isGivenClient, isChosenHere, setValue, resetField])
  return (
    <SelectField
      name={at('siteId')}
      label="Point de service"
      disabled={!clientId}
      clearable
      placeholder={clientId ? 'Choisir un point de service…' : 'Choisissez d’abord un client'}
      choices={clientId ? sites.data?.map(({ id, name, address }) => ({ value: id, label: namedAddress(name, address) })) : []}
    />
  )
}

/** Choosing a template copies its terms; asks first if the contract already has some. */
function TemplateChoice({ isNew }: { isNew: boolean }) {
  const templates = useCall(templateCalls.listTemplates)
  const { setValue, getValues } = useFormContext<ContractValues>()
  const { value, onChange, error, ref } = useField(at('contractTemplateId'))
  const offered = templates.data?.filter(({ id, deletedAt }) => deletedAt === null || id === value)
  const unread = useUnread(offered)

  async function choose(id: string | null) {
    const template = templates.data?.find((one) => one.id === id)
    if (!template) return
    onChange(id)
    const isEmpty = isNew && !getValues('services')?.length && !getValues('paymentShedules')?.length && !getValues('clauses')
    if (!isEmpty && !(await askForTerms(template.name))) return
    for (const [key, terms] of Object.entries(termsOf(template)))
      setValue(key as keyof ContractValues, terms as never, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <Select
      ref={ref}
      label="Modèle"
      placeholder="Choisir un modèle…"
      nothingFoundMessage="Aucun modèle"
      description={
        offered?.length === 0 && <NoneYet none="Aucun modèle" create="Créer un modèle" to="/dashboard/contract-templates/create" />
      }
      {...unread}
      searchable
      allowDeselect={false}
      data={offered?.map(({ id, name, deletedAt }) => ({ value: id, label: deletedAt ? `${name} (archivé)` : name }))}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => void choose(id)}
      error={error}
    />
  )
}

const askForTerms = (name: string) =>
  confirm({
    title: 'Reprendre le contenu du modèle?',
    message:
      'Les dates, les services, les versements, les modes de paiement, le plafond, les exigences et les clauses de ce contrat ' +
      `sont remplacés par ceux de «\u00a0${name}\u00a0».`,
    confirm: 'Reprendre',
    cancel: 'Garder le contenu',
  })

function MoneyFields({ form }: Pick<Props, 'form'>) {
  const clients = useCall(clientCalls.listClients)
  const [clientId, siteId, services, isTaxed = true, startAt, schedules = [], methods = []] = form.watch([
    'clientId',
    'siteId',
    'services',
    'isTaxesCharged',
    'startAt',
    'paymentShedules',
    'paymentMethods',
  ])
  const sites = useCall(clientCalls.listClientSites, clientId ? { id: clientId } : 'not yet')
  const today = todayIn(useZone(), new Date())
  const client = clients.data?.find(({ id }) => id === clientId)
  const site = sites.data?.find(({ id }) => id === siteId)
  const day = typeof startAt === 'string' && startAt ? startAt : null
  const place = taxPlace(
    site?.address ?? null,
    client ? { state: client.billingState, country: client.billingCountry } : null,
    usePlaceOfCompany(),
  )
  const total = totalOf(services, isTaxed, place, day ?? today)
  const isConsumer = client?.type === 'residential'
  const warning = isConsumer && prepaymentWarning({ paymentMethods: methods as PaymentMethod[], schedules, startAt: day })
  return (
    <>
      <FormSection title="Services" about="Ce que le client reçoit et ce que cela lui coûte.">
        <ServiceLinesField name={at('services')} />
        <SwitchField name={at('isTaxesCharged')} label="Facturer les taxes" />
        <MoneyTable {...total} narrow note={noTaxes(isTaxed)} />
      </FormSection>
      <FormSection title="Paiements" about="Les versements, en parts du total, et les façons de les payer.">
        <ScheduleField name={at('paymentShedules')} total={total.totalPrice} startAt={day} />
        <MethodsField name={at('paymentMethods')} />
        <NsfFeeField name={at('nsfFee')} />
        {warning && (
          <Alert color="amber" icon={<IconAlertTriangle />} role="status">
            {warning}
          </Alert>
        )}
      </FormSection>
    </>
  )
}
