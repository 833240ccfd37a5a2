// Between a company as it is read and the form that edits it.
import type { Input } from '@bordee/core/call.ts'
import type { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import type { CompanyForm } from '@bordee/core/companies/company-settings.ts'

export type CompanyChanges = Input<typeof companyCalls.updateCurrentCompany>

export function toForm(company: Company): CompanyForm {
  const { alertConfig, contractConfig, geolocationConfig, sectorConfig, name, QEN, email, phone, logo, sectorMode } = company
  return {
    company: {
      name,
      QEN: QEN ?? '',
      email,
      phone,
      logo,
      sectorMode,
      type: company.type ?? 'company',
      tps: company.tps ?? null,
      tvq: company.tvq ?? null,
      hst: company.hst ?? null,
      civicNumber: company.civicNumber ?? null,
      apartment: company.apartment ?? null,
      street: company.street ?? '',
      city: company.city ?? '',
      state: company.state ?? 'QC',
      country: company.country ?? 'CA',
      zip: company.zip ?? '',
      location: company.location ?? null,
    },
    alertConfig,
    contractConfig,
    geolocationConfig,
    sectorConfig,
  }
}

/** What a company begins with (spec 1 §9). */
export const blankCompany: CompanyForm = {
  company: {
    name: '',
    QEN: '',
    email: '',
    phone: '',
    logo: null,
    sectorMode: true,
    type: 'company',
    tps: null,
    tvq: null,
    hst: null,
    civicNumber: null,
    apartment: null,
    street: '',
    city: '',
    state: 'QC',
    country: 'CA',
    zip: '',
    location: null,
  },
  alertConfig: { isActive: false, isAccessesLimited: false, minTimeBetweenTwoAlert: 5, startHourAllowed: null, endHourAllowed: null },
  contractConfig: {
    isActive: false,
    isPaymentReminderActive: true,
    isSignatureReminderActive: true,
    isContractAffectSiteStatus: false,
    isOnlinePaymentActive: false,
  },
  geolocationConfig: { isActive: false, hasGeolocationAlerts: false, alertsIntervalDelaySeconds: 600 },
  sectorConfig: { sectorType: 'flat' },
}

/** Only what was touched is sent: what a colleague saves meanwhile elsewhere in the form is not undone. */
export function touched(values: object, dirty: object): CompanyChanges {
  const parts = Object.entries(values).map(([part, fields]) => {
    const marks = (dirty as Record<string, Record<string, unknown> | undefined>)[part] ?? {}
    return [part, Object.fromEntries(Object.entries(fields as object).filter(([field]) => isMarked(marks[field])))] as const
  })
  return Object.fromEntries(parts.filter(([, fields]) => Object.keys(fields).length > 0)) as CompanyChanges
}

const isMarked = (mark: unknown): boolean =>
  mark === true || (typeof mark === 'object' && mark !== null && Object.values(mark).some(isMarked))
