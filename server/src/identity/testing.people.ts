import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { expect } from 'vitest'
import { solveCaptcha } from '../testing/captcha.ts'
import type { TestHouse } from '../testing/house.ts'

let people = 0
export const newEmail = () => `personne${++people}@exemple.ca`

/** People who come to the door, and what they bring. */
export function peopleOf(house: TestHouse) {
  return {
    async someone(of: Parameters<typeof house.newAccount>[1] = {}) {
      const email = newEmail()
      return { email, id: await house.newAccount(email, of) }
    },

    /** A client's folder in a company, which is all that gives him access. */
    async folder(companyId: string, email: string) {
      await house.work(async ({ tx }) => {
        await tx.scope({ companies: [companyId] })
        await tx.sql`insert into clients (company_id, name, email) values (${companyId}, 'Folder', ${email})`
      })
    },

    /** The code of a sign-in link that someone asked for. */
    async linkFor(email: string, count = 1) {
      const recaptcha = await solveCaptcha(house)
      expect((await house.anyone.raw(accountCalls.sendSignInLink, { email }, { headers: { recaptcha } })).status).toBe(200)
      return (await house.letterTo(email, /lien de connexion/, count)).code
    },
  }
}
