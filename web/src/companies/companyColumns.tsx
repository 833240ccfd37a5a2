// A company's columns and facts, for platform staff's grids and detail panels.
import type { Admission, Company } from '@bordee/core/companies/company.ts'
import type { ModuleRequestStatus } from '@bordee/core/companies/module-request.ts'
import { moduleNames, modules } from '@bordee/core/modules.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { isModuleActive } from '../session.tsx'
import { Facts } from '../ui/Facts.tsx'
import type { GridColumn } from '../ui/grid/DataGrid.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'

const activeModules = (company: Company) =>
  modules
    .filter((module) => isModuleActive(company, module))
    .map((module) => moduleNames[module])
    .join(', ') || 'Aucun'

export const admissionNames: Record<Admission, string> = { pending: 'En attente', admitted: 'Admise', refused: 'Refusée' }
export const admissionTones: Record<Admission, StatusTone> = { pending: 'attention', admitted: 'good', refused: 'bad' }

export const requestNames: Record<ModuleRequestStatus, string> = { pending: 'En attente', activated: 'Activé', refused: 'Refusé' }
export const requestTones: Record<ModuleRequestStatus, StatusTone> = { pending: 'attention', activated: 'good', refused: 'bad' }
const askedModules = ({ moduleRequests = [] }: Company) =>
  moduleRequests.flatMap(({ module, status }) => (status === 'pending' ? moduleNames[module] : [])).join(', ')

/** Staff must still admit the company, decide on a module that it asked for, or import its list. */
export const isWaiting = (company: Company): boolean =>
  company.quoteConfig?.admission === 'pending' || askedModules(company) !== '' || Boolean(company.importAskedAt)

export const companyColumns: GridColumn<Company>[] = [
  { id: 'name', label: 'Nom', value: (company) => company.name, size: 260 },
  { id: 'city', label: 'Ville', value: (company) => company.city, size: 140 },
  {
    id: 'admission',
    label: 'Admission',
    kind: 'choice',
    choices: admissionNames,
    value: ({ quoteConfig }) => quoteConfig?.admission ?? null,
    cell: ({ quoteConfig }) =>
      quoteConfig?.admission && <Status tone={admissionTones[quoteConfig.admission]}>{admissionNames[quoteConfig.admission]}</Status>,
    size: 130,
  },
  {
    id: 'moduleRequests',
    label: 'Modules demandés',
    kind: 'choice',
    choices: { pending: requestNames.pending },
    value: (company) => (askedModules(company) ? 'pending' : null),
    cell: (company) => askedModules(company) && <Status tone={requestTones.pending}>{askedModules(company)}</Status>,
    size: 180,
  },
  { id: 'importAskedAt', label: 'Liste à importer', kind: 'instant', value: (company) => company.importAskedAt ?? null, size: 160 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: (company) => company.phone, size: 150 },
  { id: 'email', label: 'Courriel', value: (company) => company.email, size: 240 },
  { id: 'QEN', label: 'NEQ', value: (company) => company.QEN, size: 130 },
  { id: 'modules', label: 'Modules actifs', value: activeModules, size: 280 },
  { id: 'createdAt', label: 'Inscrite le', kind: 'instant', value: (company) => company.createdAt, size: 160 },
]

export function CompanyFacts({ company }: { company: Company }) {
  return (
    <Facts
      facts={{
        Adresse: [company.civicNumber, company.street].filter(Boolean).join(', '),
        Ville: [company.city, [company.state, company.zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        Téléphone: formatPhone(company.phone),
        Courriel: company.email,
        NEQ: company.QEN,
        'Modules actifs': activeModules(company),
      }}
    />
  )
}
