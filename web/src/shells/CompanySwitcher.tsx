import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { useCan } from '../can.ts'
import { useMe } from '../session.tsx'
import { late } from '../ui/late.tsx'
import classes from './CompanySwitcher.module.css'

/** Most people work in one company, and need only its name. */
const CompanyList = late(async () => (await import('./CompanyList.tsx')).CompanyList, CompanyName)

/** The company one works in. With several accesses it opens a list; platform staff search all active companies. */
export function CompanySwitcher() {
  const { account } = useMe()
  const choosesAmongAll = useCan()(companyCalls.listCompanies)
  return choosesAmongAll || account.accesses.length > 1 ? <CompanyList choosesAmongAll={choosesAmongAll} /> : <CompanyName />
}

function CompanyName() {
  return <span className={classes.name}>{useMe().company?.name}</span>
}
