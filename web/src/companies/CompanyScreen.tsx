import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { type ActingRole, isPlatform } from '@bordee/core/roles.ts'
import { Tabs } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BillingTab } from '../billing/BillingTab.tsx'
import { useAction } from '../calls.ts'
import { PaymentAccountTab } from '../payments/PaymentAccountTab.tsx'
import { SavedCards } from '../payments/SavedCards.tsx'
import { useMe, useSession } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { RevokeLinks } from '../tracking/RevokeLinks.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { toForm } from './companyValues.ts'
import { agreedChanges } from './inactiveSites.ts'

const ImportTab = lazyComponent(
  async () => (await import('../imports/ImportTab.tsx')).ImportTab,
  () => <LoadingPage />,
)

/** Which tabs show depends on the role and on the company's settings (docs/product/companies.md). */
const tabs: { tab: string; label: string; shown: (company: Company, role: ActingRole) => boolean }[] = [
  { tab: 'general', label: 'Général', shown: () => true },
  { tab: 'billing', label: 'Abonnement Bordée', shown: () => true },
  {
    tab: 'payment-account',
    label: 'Compte de paiement',
    shown: ({ paymentAccountId, contractConfig }) => Boolean(paymentAccountId) && contractConfig.isOnlinePaymentActive,
  },
  { tab: 'import', label: 'Importation', shown: (_, role) => isPlatform(role) },
]

export function CompanyScreen() {
  const { tab } = useParams({ from: '/dashboard/company/$tab' })
  const requestId = useSearch({ strict: false, select: (search) => (search as { request?: string }).request })
  const { company, role } = useMe()
  const navigate = useNavigate()
  if (!company || !role)
    return <EmptyState page title="Aucune compagnie" description="Choisissez d’abord une compagnie dans le haut de la page." />
  const shown = tabs.filter((one) => one.shown(company, role))
  if (!shown.some((one) => one.tab === tab)) return <GoTo path="/dashboard/company/general" />
  return (
    <>
      <PageHeader title="Ma compagnie" description={company.name} />
      <Tabs
        value={tab}
        onChange={(next) => next && void navigate({ to: '/dashboard/company/$tab', params: { tab: next } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {shown.map((one) => (
            <Tabs.Tab key={one.tab} value={one.tab}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{contentOf(tab, company, requestId)}</Tabs.Panel>
      </Tabs>
    </>
  )
}

function contentOf(tab: string, company: Company, requestId: string | undefined) {
  if (tab === 'general') return <General key={company.id} company={company} />
  if (tab === 'billing') return <BillingTab company={company} />
  return tab === 'payment-account' ? <PaymentAccountTab /> : <ImportTab key={company.id} company={company} requestId={requestId} />
}

function General({ company }: { company: Company }) {
  const { reload } = useSession()
  const update = useAction(companyCalls.updateCurrentCompany, {
    done: 'Modifications enregistrées avec succès',
    failed: 'Impossible d’enregistrer les modifications.',
    after: reload,
  })
  const values = useMemo(() => toForm(company), [company])
  return (
    <CompanyForm
      values={values}
      onSave={async (changes) => toForm(await update.mutateAsync(await agreedChanges(company, changes)))}
      problem={update.error}
      companyId={company.id}
    >
      <SavedCards />
      {company.alertConfig.isActive && <RevokeLinks />}
    </CompanyForm>
  )
}
