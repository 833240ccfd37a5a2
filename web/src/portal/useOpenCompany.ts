import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { useParams } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'

/** One of the client's companies. The session already holds the current one. */
export function useCompany(companyId: string | undefined): Company | null {
  const { company } = useMe()
  const other = useCall(companyCalls.getCompany, companyId && companyId !== company?.id ? { id: companyId } : 'not yet', { what: null })
  return companyId === company?.id ? company : (other.data ?? null)
}

/** The company of the open contract, or the client's only company. Null if there are several. */
export function useOpenCompany(): Company | null {
  const { company, account } = useMe()
  const serving = new Set(account.accesses.filter(({ role }) => role === 'client').map(({ companyId }) => companyId))
  const hasOne = serving.size <= 1
  const { contractId } = useParams({ strict: false })
  const contract = useCall(contractCalls.getContract, contractId && !hasOne ? { id: contractId } : 'not yet', { what: null })
  const open = useCompany(contract.data?.companyId)
  return hasOne ? company : open
}
