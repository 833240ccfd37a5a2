import { isPlatform } from '@bordee/core/roles.ts'
import { prepaymentWarning } from '@bordee/core/templates/prepayment.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { LogoField } from '../companies/LogoField.tsx'
import { CeilingSection } from '../operations/CeilingFields.tsx'
import { RequirementSection } from '../operations/RequirementFields.tsx'
import { useMe } from '../session.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { type EntityForm, Form, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { EmailField, TextField } from '../ui/form/fields.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useZone } from '../ui/zone.ts'
import { ScheduleField } from './ScheduleField.tsx'
import { ServiceLinesField } from './ServiceLinesField.tsx'
import { ClausesField, MethodsField, NsfFeeField } from './TermFields.tsx'
import { MoneyTable } from './TermTables.tsx'
import { noTaxes, type SentTemplate, type TemplateValues, totalOf } from './templateForm.ts'
import { usePlaceOfCompany } from './usePlaceOfCompany.ts'

export function TemplateForm({ form, isNew = false, onSubmit, problem }: EntityForm<TemplateValues, SentTemplate>) {
  const at = fieldsOf(form)
  const { role } = useMe()
  const place = usePlaceOfCompany()
  const today = todayIn(useZone(), new Date())
  const [services, isTaxed, startAt, schedules = [], methods = []] = form.watch([
    'services',
    'isTaxesCharged',
    'startAt',
    'paymentSchedules',
    'contractTemplatePaymentMethod',
  ])
  const total = totalOf(services, isTaxed ?? true, place, startAt || today)
  const warning = prepaymentWarning({ paymentMethods: methods as never[], schedules, startAt: startAt || null })
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="contractTemplate" aria-label="Modèle de contrat">
      <Stack>
        <FormSection
          title="Modèle"
          about="Un nouveau contrat commence avec ce que dit son modèle. Les contrats déjà faits ne changent pas."
        >
          <TextField name={at('name')} label="Nom" required maxLength={100} autoComplete="off" autoFocus={isNew} />
          <TextareaField name={at('description')} label="Description" nullable limit={1000} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateField name={at('startAt')} label="Date de début" required />
            <DateField name={at('endAt')} label="Date de fin" required />
          </SimpleGrid>
        </FormSection>
        <FormSection title="Services" about="Ce qui est offert, et à quel prix. Chaque contrat peut ensuite s’en écarter.">
          <ServiceLinesField name={at('services')} />
          <SwitchField name={at('isTaxesCharged')} label="Facturer les taxes" />
          <MoneyTable {...total} narrow note={noTaxes(isTaxed ?? true)} />
        </FormSection>
        <FormSection title="Paiements" about="Les versements, en parts du total, et les façons de les payer.">
          <ScheduleField name={at('paymentSchedules')} total={total.totalPrice} startAt={startAt} />
          <MethodsField name={at('contractTemplatePaymentMethod')} />
          <NsfFeeField name={at('nsfFee')} />
          {warning && (
            <Alert color="amber" icon={<IconAlertTriangle />} role="status">
              {warning}
            </Alert>
          )}
        </FormSection>
        <CeilingSection />
        <RequirementSection name={at('requirement')} />
        <FormSection title="Clauses" about="Elles figurent sur le contrat, après les services et les versements.">
          <ClausesField name={at('clauses')} label="Clauses" />
        </FormSection>
        {isPlatform(role) && (
          <FormSection
            title="Marque"
            about="À la place de celle de la compagnie, sur papier et dans les courriels. Réservé à la plateforme."
          >
            <LogoField name={at('companyLogo')} label="Logo" />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextField name={at('companyName')} label="Nom de la compagnie" nullable maxLength={100} autoComplete="off" />
              <EmailField name={at('companyEmail')} label="Courriel" nullable autoComplete="off" />
            </SimpleGrid>
          </FormSection>
        )}
        <SaveBar>{isNew ? 'Créer le modèle' : 'Enregistrer'}</SaveBar>
      </Stack>
    </Form>
  )
}
