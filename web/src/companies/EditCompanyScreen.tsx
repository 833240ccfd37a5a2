import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'
import { LoadingPage, NotFoundPage, PageHeader } from '../ui/states.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { toForm } from './companyValues.ts'
import { agreedChanges } from './inactiveSites.ts'

// companies/edit/:companyId: any company, for platform staff.
export function EditCompanyScreen() {
  const { companyId: id } = useParams({ from: '/dashboard/companies/edit/$companyId' })
  const company = useCall(companyCalls.getCompany, { id })
  const { company: mine } = useMe()
  const { reload } = useSession()
  const navigate = useNavigate()
  const update = useAction(companyCalls.updateCompany, {
    done: 'Modifications enregistrées avec succès',
    failed: 'Impossible d’enregistrer les modifications.',
    after: () => (mine?.id === id ? reload() : undefined),
  })
  const values = useMemo(() => company.data && toForm(company.data), [company.data])
  if (company.error instanceof Problem && company.error.status === 404) return <NotFoundPage what="Compagnie" home="/dashboard" />
  if (company.isLoadingError) return <BrokenPart page onRetry={() => void company.refetch()} />
  if (!company.data || !values) return <LoadingPage />
  const stored = company.data
  return (
    <>
      <PageHeader
        title={stored.name}
        description={stored.archivedAt ? 'Compagnie archivée' : undefined}
        onBack={() =>
          void navigate({ to: '/dashboard/companies/list/{-$companyId}', params: { companyId: id }, search: lastPlaceIn('companies') })
        }
      />
      <CompanyForm
        key={id}
        values={values}
        onSave={async (changes) => toForm(await update.mutateAsync({ id, ...(await agreedChanges(stored, changes)) }))}
        problem={update.error}
        companyId={id}
      />
    </>
  )
}
