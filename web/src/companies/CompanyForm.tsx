import { companyForm, type CompanyForm as FormValues } from '@bordee/core/companies/company-settings.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { AddressField } from '../addresses/AddressField.tsx'
import { useMe } from '../session.tsx'
import { Form, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { ChoiceField, EmailField, SwitchField, TextField } from '../ui/form/fields.tsx'
import { PhoneField, TaxField } from '../ui/form/masks.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import classes from './CompanyForm.module.css'
import { type CompanyChanges, touched } from './companyValues.ts'
import { LogoField } from './LogoField.tsx'
import { AlertFields, ContractFields, GeolocationFields } from './ModuleFields.tsx'

type Values = z.output<typeof companyForm>

interface Props {
  values: FormValues
  /** Saves, and answers what the form holds from then on. `changes` is what was touched, `whole` everything. */
  onSave: (changes: CompanyChanges, whole: Values) => Promise<FormValues>
  problem: unknown
  saveLabel?: string
}

/** Everything of a company that can be changed (spec 1 §2.6). What only platform staff change is not offered to others. */
export function CompanyForm({ values, onSave, problem, saveLabel = 'Enregistrer' }: Props) {
  const { role } = useMe()
  const isStaff = role !== null && isPlatform(role)
  const form = useForm(companyForm, { defaultValues: values })
  const { dirtyFields, isDirty } = form.formState
  const [alerts, geolocation, contracts, sectorMode] = useWatch({
    control: form.control,
    name: ['alertConfig.isActive', 'geolocationConfig.isActive', 'contractConfig.isActive', 'company.sectorMode'],
  })

  const save = async (sent: Values) => form.reset(await onSave(touched(sent, dirtyFields), sent))
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))

  return (
    <Form form={form} onSubmit={(sent) => save(sent).catch(() => undefined)} problem={problem} aria-label="Compagnie">
      {prompt}
      <Stack className={classes.form}>
        <Section title="Identité" about="Ce que vos clients voient sur leurs contrats et dans vos envois.">
          <LogoField name="company.logo" label="Logo" />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="company.name" label="Nom de la compagnie" required autoComplete="off" />
            <TextField name="company.QEN" label="Numéro d’entreprise (NEQ)" required maxLength={14} autoComplete="off" />
            <PhoneField name="company.phone" label="Téléphone" required />
            <EmailField name="company.email" label="Courriel" required autoComplete="off" />
            {isStaff && <TextField name="company.type" label="Type" required autoComplete="off" />}
          </SimpleGrid>
          <AddressField label="Adresse" within="company" />
        </Section>

        <Section title="Numéros de taxes" about="Ils figurent sur les contrats et les factures.">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TaxField name="company.tps" kind="tps" label="TPS" />
            <TaxField name="company.tvq" kind="tvq" label="TVQ" />
            <TaxField name="company.hst" kind="tps" label="TVH" />
          </SimpleGrid>
        </Section>

        {(isStaff || sectorMode) && (
          <Section title="Secteurs" about="Comment les sites se regroupent pour l’envoi des alertes.">
            {isStaff && <SwitchField name="company.sectorMode" label="Mode secteur" />}
            {sectorMode && (
              <ChoiceField
                name="sectorConfig.sectorType"
                label="Présentation"
                choices={{ flat: 'Secteurs simples', grouped: 'Secteurs regroupés' }}
              />
            )}
          </Section>
        )}

        {(isStaff || alerts) && (
          <Section title="Alertes" about="Les avis de déneigement envoyés à vos clients.">
            {isStaff && <SwitchField name="alertConfig.isActive" label="Module Alertes actif" />}
            {alerts && <AlertFields wasLimited={values.alertConfig.isAccessesLimited} sectorMode={sectorMode === true} />}
          </Section>
        )}

        {(isStaff || geolocation) && (
          <Section title="Flotte" about="La position de vos véhicules et les avis qui en découlent.">
            {isStaff && <SwitchField name="geolocationConfig.isActive" label="Module Flotte actif" />}
            {geolocation && <GeolocationFields />}
          </Section>
        )}

        {(isStaff || contracts) && (
          <Section title="Contrats" about="Les rappels, et ce qu’un contrat change à un site.">
            {isStaff && <SwitchField name="contractConfig.isActive" label="Module Contrats actif" />}
            {contracts && <ContractFields />}
            {isStaff && contracts && <SwitchField name="contractConfig.isOnlinePaymentActive" label="Paiement en ligne actif" />}
          </Section>
        )}

        <div className={classes.save}>
          {isDirty && (
            <Text size="sm" c="dimmed" visibleFrom="sm">
              Modifications non enregistrées
            </Text>
          )}
          <SubmitButton whenDirty>{saveLabel}</SubmitButton>
        </div>
      </Stack>
    </Form>
  )
}

function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className={`${classes.section} bordee-card`} aria-label={title}>
      <header>
        <Title order={2} size="h4">
          {title}
        </Title>
        <p>{about}</p>
      </header>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}
