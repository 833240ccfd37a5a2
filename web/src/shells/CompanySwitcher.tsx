import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { useCan } from '../can.ts'
import { useMe } from '../session.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import classes from './CompanySwitcher.module.css'

/** Loaded only for users with several companies; the others just see the name. */
const CompanyList = lazyComponent(async () => (await import('./CompanyList.tsx')).CompanyList, CompanyName)

/** The current company. Users with several accesses get a list; platform staff can search all active companies. */
export function CompanySwitcher() {
  const { account } = useMe()
  const choosesAmongAll = useCan()(companyCalls.listCompanies)
  return choosesAmongAll || account.accesses.length > 1 ? <CompanyList choosesAmongAll={choosesAmongAll} /> : <CompanyName />
}

function CompanyName() {
  return <span className={classes.name}>{useMe().company?.name}</span>
}
