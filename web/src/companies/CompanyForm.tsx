import { alertPriceNames, defaultAlertPrice } from '@bordee/core/companies/alert-prices.ts'
import { companyForm, type CompanyForm as FormValues } from '@bordee/core/companies/company-settings.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { AddressField } from '../addresses/AddressField.tsx'
import { PaymentAccountPart } from '../payments/PaymentAccountPart.tsx'
import { useMe } from '../session.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { ChoiceField, SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { EmailField, TextField } from '../ui/form/fields.tsx'
import { PhoneField, TaxField } from '../ui/form/masks.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import classes from './CompanyForm.module.css'
import type { CompanyChanges } from './companyValues.ts'
import { LogoField } from './LogoField.tsx'
import { AlertFields, ContractFields, GeolocationFields, OperationFields, PhotoFields } from './ModuleFields.tsx'

type Values = z.output<typeof companyForm>

interface Props {
  /** Must be a stable reference: a new object resets the form. */
  values: FormValues
  /** Saves and returns the form's new values. `changes` holds the fields that were touched, `whole` all of them. */
  onSave: (changes: CompanyChanges, whole: Values) => Promise<FormValues>
  problem: unknown
  saveLabel?: string
  /** Undefined while creating a company. */
  companyId?: string | undefined
  /** Parts of the company that save on their own. */
  children?: ReactNode
}

/** All editable fields of a company (docs/product/companies.md). Staff-only fields are hidden from everyone else. */
export function CompanyForm({ values, onSave, problem, saveLabel = 'Enregistrer', companyId, children }: Props) {
  const { role } = useMe()
  const isStaff = isPlatform(role)
  const { form, onSubmit, prompt } = useEditing(companyForm, values, { valuesOf: itself, save: onSave })
  const at = fieldsOf(form)
  const [alerts, geolocation, contracts, sectorMode, onlinePayment] = useWatch({
    control: form.control,
    name: [
      'alertConfig.isActive',
      'geolocationConfig.isActive',
      'contractConfig.isActive',
      'company.sectorMode',
      'contractConfig.isOnlinePaymentActive',
    ],
  })

  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} aria-label="Compagnie">
      {prompt}
      <Stack className={classes.form}>
        <FormSection title="Identité" about="Ce que vos clients voient sur leurs contrats et dans vos envois.">
          <LogoField name={at('company.logo')} label="Logo" />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('company.name')} label="Nom de la compagnie" required autoComplete="off" />
            <TextField name={at('company.QEN')} label="Numéro d’entreprise (NEQ)" required maxLength={14} autoComplete="off" />
            <PhoneField name={at('company.phone')} label="Téléphone" required />
            <EmailField name={at('company.email')} label="Courriel" required autoComplete="off" />
          </SimpleGrid>
          <AddressField label="Adresse" within={at('company')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('company.apartment')} label="Appartement ou bureau" nullable maxLength={20} autoComplete="off" />
          </SimpleGrid>
        </FormSection>

        <FormSection title="Numéros de taxes" about="Ils figurent sur les contrats et les factures.">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TaxField name={at('company.tps')} kind="tps" label="TPS" />
            <TaxField name={at('company.tvq')} kind="tvq" label="TVQ" />
            <TaxField name={at('company.hst')} kind="tps" label="TVH" />
          </SimpleGrid>
        </FormSection>

        {(isStaff || sectorMode) && (
          <FormSection title="Secteurs" about="Comment les points de service se regroupent pour l’envoi des alertes.">
            {isStaff && <SwitchField name={at('company.sectorMode')} label="Mode secteur" />}
            {sectorMode && (
              <ChoiceField
                name={at('sectorConfig.sectorType')}
                label="Présentation"
                choices={{ flat: 'Secteurs simples', grouped: 'Secteurs regroupés' }}
              />
            )}
          </FormSection>
        )}

        {(isStaff || alerts) && (
          <FormSection title="Alertes" about="Les alertes envoyées aux occupants avant le passage.">
            {isStaff && <SwitchField name={at('alertConfig.isActive')} label="Module Alertes actif" />}
            {alerts && <AlertFields wasLimited={values.alertConfig.isAccessesLimited} sectorMode={sectorMode === true} />}
            {isStaff && (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <SelectField
                  name={at('company.alertPriceId')}
                  label="Prix d’une alerte"
                  choices={alertPriceNames}
                  clearable
                  placeholder={`${alertPriceNames[defaultAlertPrice]} (par défaut)`}
                  description="Une fois la banque d’alertes vide."
                />
              </SimpleGrid>
            )}
          </FormSection>
        )}

        {(isStaff || geolocation) && (
          <FormSection title="Flotte" about="La position de vos camions et les alertes qui en découlent.">
            {isStaff && <SwitchField name={at('geolocationConfig.isActive')} label="Module Flotte actif" />}
            {geolocation && <GeolocationFields />}
          </FormSection>
        )}

        {(alerts || geolocation) && (
          <FormSection
            id="operations"
            title="Opérations"
            about="Vos nuits de travail, et ce que vous promettez si un contrat n’en dit rien."
          >
            <OperationFields />
          </FormSection>
        )}

        {geolocation && (
          <FormSection title="Photos" about="Ce que vos clients voient, dans leur espace, des photos que prennent vos opérateurs.">
            <PhotoFields />
          </FormSection>
        )}

        {(isStaff || contracts) && (
          <FormSection title="Contrats" about="Les rappels, et ce qu’un contrat change à un point de service.">
            {isStaff && <SwitchField name={at('contractConfig.isActive')} label="Module Contrats actif" />}
            {contracts && <ContractFields />}
          </FormSection>
        )}

        {contracts && (isStaff || onlinePayment) && (
          <FormSection title="Paiement en ligne" about="Vos clients paient leurs contrats par carte, dans l’espace client.">
            {isStaff && <SwitchField name={at('contractConfig.isOnlinePaymentActive')} label="Paiement en ligne actif" />}
            {onlinePayment && companyId && <PaymentAccountPart companyId={companyId} />}
          </FormSection>
        )}

        {isStaff && (
          <FormSection title="Plateforme" about="Ce que l’équipe de la plateforme seule voit et change.">
            <SwitchField
              name={at('company.isActive')}
              label="Compagnie active"
              description="Désactivée, elle se ferme à tous ses comptes et se retrouve dans les archives."
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextField name={at('company.type')} label="Type" required autoComplete="off" />
            </SimpleGrid>
          </FormSection>
        )}

        {children}

        <SaveBar>{saveLabel}</SaveBar>
      </Stack>
    </Form>
  )
}

const itself = <T,>(values: T) => values
