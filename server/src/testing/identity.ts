import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { expect } from 'vitest'
import { solveEasyCaptcha } from './captcha.ts'
import { sqlIn } from './people.ts'
import type { TestServer } from './server.ts'

let people = 0
export const newEmail = () => `personne${++people}@exemple.ca`

/** People who sign in, and what they need for it. */
export function peopleOf(server: TestServer) {
  return {
    async someone(of: Parameters<typeof server.newAccount>[1] = {}) {
      const email = newEmail()
      return { email, id: await server.newAccount(email, of) }
    },

    /** A client's folder in a company, which alone gives its e-mail access. */
    async folder(companyId: string, email: string) {
      await sqlIn(server, companyId)`insert into clients (company_id, name, email) values (${companyId}, 'Folder', ${email})`
    },

    /** Asks for a sign-in link and returns its code. */
    async linkFor(email: string, count = 1) {
      const recaptcha = await solveEasyCaptcha(server)
      expect((await server.anyone.raw(accountCalls.sendSignInLink, { email }, { headers: { recaptcha } })).status).toBe(200)
      return (await server.letterTo(email, /lien de connexion/, count)).code
    },
  }
}
