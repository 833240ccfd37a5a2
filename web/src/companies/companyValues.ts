// Converts between a company and the form that edits it.
import { usualCallHours } from '@bordee/core/alerts/hours.ts'
import type { Input } from '@bordee/core/call.ts'
import type { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { type CompanyForm, companyForm } from '@bordee/core/companies/company-settings.ts'
import { usualOperations } from '@bordee/core/operations/operation-config.ts'

export type CompanyChanges = Input<typeof companyCalls.updateCurrentCompany>

/** Reads the fields named by the form's schema, so a new field needs no line here; a missing value becomes null. */
function formFieldsOf(company: object): CompanyForm['company'] {
  const fields = Object.keys(companyForm.shape.company.shape)
  return Object.fromEntries(fields.map((field) => [field, (company as Record<string, unknown>)[field] ?? null])) as CompanyForm['company']
}

export function toForm(company: Company): CompanyForm {
  const { alertConfig, contractConfig, geolocationConfig, operationConfig, photoConfig, sectorConfig } = company
  return { company: formFieldsOf(company), alertConfig, contractConfig, geolocationConfig, operationConfig, photoConfig, sectorConfig }
}

/** A new company's defaults (docs/product/companies.md). */
export const blankCompany: CompanyForm = {
  company: formFieldsOf({ isActive: true, sectorMode: true, type: 'company', state: 'QC', country: 'CA' }),
  alertConfig: {
    isActive: false,
    isAccessesLimited: false,
    minTimeBetweenTwoAlert: 5,
    startHourAllowed: null,
    endHourAllowed: null,
    callHours: usualCallHours,
    voiceLine: false,
    officeHours: null,
    maxClientOccupants: 20,
  },
  contractConfig: {
    isActive: false,
    isPaymentReminderActive: true,
    isSignatureReminderActive: true,
    isContractAffectSiteStatus: false,
    isOnlinePaymentActive: false,
    invoiceTermDays: 30,
    invoiceNote: null,
  },
  geolocationConfig: { isActive: false, hasGeolocationAlerts: false, alertsIntervalDelaySeconds: 600 },
  operationConfig: usualOperations,
  photoConfig: { showsNotDone: true, showsDone: false },
  sectorConfig: { sectorType: 'flat' },
}
