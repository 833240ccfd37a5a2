// For the tests that loop over every call: something of each slice that belongs to a company, to be asked for from next door.
import type { People, TestHouse } from './testing.ts'

/** The id of something in the company of `people`, by slice. A slice with ids in its paths and no line here fails the loop. */
export const belongings: Record<string, (people: People, test: TestHouse) => Promise<string>> = {
  accounts: async (people) => people.employee.accountId,
  companies: async (people) => people.companyId,
}

/** Calls whose ids are nobody's, or platform staff's to use in every company: they are not asked for from next door. */
export const ownedByNobody = [
  'getAddress',
  'retryDeadLetter',
  'getPolicy',
  'deletePolicy',
  'addNetwork',
  'deleteNetwork',
  'archiveCompany',
  'restoreCompany',
]

/** What a call needs besides its ids, to get as far as looking for them. */
export const samples: Record<string, object> = {
  updateAccount: { account: { firstName: 'Camille' } },
}
