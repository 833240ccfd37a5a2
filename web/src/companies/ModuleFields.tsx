// Each module's settings, as sections of the company form.
import { usualCallHours } from '@bordee/core/alerts/hours.ts'
import type { CompanyForm } from '@bordee/core/companies/company-settings.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { SimpleGrid, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { PromiseFields } from '../operations/RequirementFields.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { MultiSelectField, WordsField } from '../ui/form/choices.tsx'
import { TimeField } from '../ui/form/dates.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { MinutesField, NumberField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { VoiceLineFields } from '../voice-line/VoiceLineFields.tsx'
import { WeekHoursFields } from './WeekHoursFields.tsx'

const at = fieldsOf<CompanyForm>()

export function AlertFields({ wasLimited, sectorMode }: { wasLimited: boolean; sectorMode: boolean }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField
          name={at('alertConfig.minTimeBetweenTwoAlert')}
          label="Délai minimal entre deux alertes"
          suffix="min"
          min={0}
          max={1440}
          required
        />
        <NumberField
          name={at('alertConfig.maxClientOccupants')}
          label="Occupants qu’un client peut inscrire"
          suffix="par point de service"
          min={0}
          max={1000}
          required
        />
      </SimpleGrid>
      <AlertWindow />
      <WeekHoursFields
        name="alertConfig.callHours"
        label="Limiter les heures d’appel"
        description="Pour les appels automatisés. Les heures proposées sont celles que demande le CRTC."
        usual={usualCallHours}
      />
      <VoiceLineFields />
      {(sectorMode || wasLimited) && (
        <SwitchField
          name={at('alertConfig.isAccessesLimited')}
          label="Limiter les accès"
          description="Chaque employé n’envoie d’alertes qu’à ses secteurs et à ses trajets."
        />
      )}
    </>
  )
}

const hours = ['alertConfig.startHourAllowed', 'alertConfig.endHourAllowed'] as const

/** The hours between which alerts may be sent; if off, at any hour. */
function AlertWindow() {
  const { control, setValue, trigger } = useFormContext<CompanyForm>()
  const [start, end] = useWatch({ control, name: hours })
  const isOn = start !== null || end !== null

  // The two hours are validated against each other, so revalidate both when either changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the hours change
  useEffect(() => void trigger(hours), [start, end, trigger])

  function toggle(on: boolean) {
    setValue(hours[0], on ? '06:00' : null, { shouldDirty: true })
    setValue(hours[1], on ? '17:00' : null, { shouldDirty: true })
  }

  return (
    <>
      <Switch
        label="Limiter les heures d’envoi"
        description="Hors de cette plage, aucune alerte ne part."
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isOn && (
        <SimpleGrid cols={2} maw={420}>
          <TimeField name={at(hours[0])} label="Heure de début" step={30} />
          <TimeField name={at(hours[1])} label="Heure de fin" step={30} />
        </SimpleGrid>
      )}
    </>
  )
}

export function GeolocationFields() {
  return (
    <>
      <SwitchField name={at('geolocationConfig.hasGeolocationAlerts')} label="Alertes selon la position des camions" />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MinutesField
          name={at('geolocationConfig.alertsIntervalDelaySeconds')}
          label="Délai entre deux alertes de position"
          min={60}
          max={86_400}
          required
        />
      </SimpleGrid>
    </>
  )
}

export function PhotoFields() {
  return (
    <>
      <SwitchField
        name={at('photoConfig.showsNotDone')}
        label="Montrer les photos de ce qui n’est pas fait"
        description="Aussi de ce qui est fait en partie. Vos clients voient celles de leurs points de service."
      />
      <SwitchField name={at('photoConfig.showsDone')} label="Montrer les photos de ce qui est fait" />
    </>
  )
}

export function OperationFields() {
  return (
    <>
      <SwitchField
        name={at('operationConfig.isAutoOpened')}
        label="Ouvrir une opération à la première tournée"
        description="Sinon, le bureau l’ouvre lui-même."
      />
      <SwitchField
        name={at('operationConfig.isSeasonInPortal')}
        label="Montrer aux clients la neige de la saison"
        description="Dans leur espace, à la page des passages."
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField
          name={at('operationConfig.closesAfterHours')}
          label="Fermer l’opération après la dernière tournée"
          suffix="h"
          min={2}
          max={24}
          placeholder="Jamais"
        />
        <MultiSelectField name={at('operationConfig.warnedRunKinds')} label="Tournées annoncées à l’avance" choices={runKindNames} />
        <WordsField
          name={at('operationConfig.units')}
          label="Unités"
          description="Les numéros de vos camions, à choisir au départ d’une tournée."
          placeholder="Ajouter"
        />
        <PromiseFields within={at('operationConfig')} />
      </SimpleGrid>
    </>
  )
}

export function ContractFields() {
  return (
    <>
      <SwitchField name={at('contractConfig.isSignatureReminderActive')} label="Rappeler les contrats à signer" />
      <SwitchField name={at('contractConfig.isPaymentReminderActive')} label="Rappeler les paiements à venir" />
      <SwitchField
        name={at('contractConfig.isContractAffectSiteStatus')}
        label="Le contrat change l’état du point de service"
        description="Un point de service n’est actif que tant qu’un contrat signé court."
      />
      <NumberField name={at('contractConfig.invoiceTermDays')} label="Délai de paiement des factures" suffix="jours" min={0} max={365} />
      <TextareaField name={at('contractConfig.invoiceNote')} label="Note au bas des factures" nullable maxLength={1000} />
    </>
  )
}
