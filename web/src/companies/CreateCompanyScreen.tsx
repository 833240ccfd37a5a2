import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'
import { PageHeader } from '../ui/states.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { blankCompany, toForm } from './companyValues.ts'

export function CreateCompanyScreen() {
  const navigate = useNavigate()
  const create = useAction(companyCalls.createCompany, {
    done: 'Compagnie créée avec succès',
    failed: 'Impossible de créer la compagnie.',
    after: ({ id }) => navigate({ to: '/dashboard/companies/list/{-$companyId}', params: { companyId: id }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader
        title="Nouvelle compagnie"
        onBack={() => void navigate({ to: '/dashboard/companies/list/{-$companyId}', search: lastPlaceIn('companies') })}
      />
      <CompanyForm
        values={blankCompany}
        onSave={async (_, whole) => toForm(await create.mutateAsync(whole))}
        problem={create.error}
        saveLabel="Créer la compagnie"
      />
    </>
  )
}
