import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useCall } from '../calls.ts'
import { MenuCount } from '../ui/MenuCount.tsx'
import { isWaiting } from './companyColumns.tsx'

/** How many companies wait for a decision of platform staff, beside the section's name. */
export function WaitingCompanies({ className }: { className: string | undefined }) {
  const companies = useCall(companyCalls.listCompanies, {}, { what: null })
  const waiting = companies.data?.filter(isWaiting).length ?? 0
  return <MenuCount count={waiting} words={`${count(waiting, 'compagnie')} en attente`} className={className} />
}
