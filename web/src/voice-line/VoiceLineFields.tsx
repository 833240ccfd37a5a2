// The voice line, as a part of the company form.
import { usualOfficeHours } from '@bordee/core/alerts/hours.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import type { CompanyForm } from '@bordee/core/companies/company-settings.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { WeekHoursFields } from '../companies/WeekHoursFields.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'

const at = fieldsOf<CompanyForm>()

export function VoiceLineFields() {
  const { control } = useFormContext<CompanyForm>()
  const [isOn, alertPriceId] = useWatch({ control, name: ['alertConfig.voiceLine', 'company.alertPriceId'] })
  return (
    <>
      <SwitchField
        name={at('alertConfig.voiceLine')}
        label="Ligne vocale"
        description={`Répond aux appels faits au numéro de vos envois. ${priceWords(alertPriceOf({ alertPriceId }))}`}
      />
      {isOn && (
        <WeekHoursFields
          name="alertConfig.officeHours"
          label="Limiter les heures du bureau"
          description="Hors de ces heures, la ligne ne met personne en communication avec vous."
          usual={usualOfficeHours}
        />
      )}
    </>
  )
}

const priceWords = (price: number) =>
  price === 0 ? 'Sans frais.' : `Chaque appel coûte une alerte de votre banque, ou ${formatMoney(price)} quand elle est vide.`
