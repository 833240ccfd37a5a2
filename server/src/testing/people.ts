// Inserts companies and people directly into a database, for anything that talks to a server as them.
import { randomUUID } from 'node:crypto'
import { type ActingRole, actingRoles, platformStaff, roleOf } from '@bordee/core/roles.ts'
import type { Work } from '../engine/ctx.ts'
import type { Tx } from '../engine/db/db.ts'
import type { Secrets } from '../engine/secrets.ts'
import { hashPassword } from '../identity/passwords.ts'
import { mintToken } from '../identity/tokens.ts'

export const testPassword = 'motdepasse1'
const testHash = await hashPassword(testPassword)

/** What is needed for that: the database, and the key that signs tokens. */
export interface Door {
  work<T>(run: (work: Pick<Work, 'tx'>) => Promise<T>): Promise<T>
  secrets: Secrets
}

/** Runs queries in the company's scope, without going through the API. */
export const inCompany = <T>({ work }: Pick<Door, 'work'>, companyId: string, run: (tx: Tx) => Promise<T>): Promise<T> =>
  work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return run(tx)
  })

/** One statement in the company's scope. */
export const sqlIn =
  (door: Pick<Door, 'work'>, companyId: string) =>
  <R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]> =>
    inCompany(door, companyId, (tx) => tx.sql<R>(text, ...values))

export interface NewAccount {
  companyId?: string
  role?: ActingRole
  verified?: boolean
  byOther?: boolean
}

export interface Person {
  accountId: string
  email: string
  sessionId: string
  token: string
}

export async function insertAccount(
  { work }: Pick<Door, 'work'>,
  email: string,
  { companyId, role, verified = true, byOther = false }: NewAccount = {},
): Promise<string> {
  const isStaff = role !== undefined && platformStaff.some((one) => one === role)
  return work(async ({ tx }) => {
    await tx.scope({ companies: companyId ? [companyId] : [] })
    const [account] = await tx.sql<{ id: string }>`
      insert into accounts (email, first_name, last_name, password_hash, password_by_other, email_verified_at,
                            platform_role, current_company_id)
      values (${email}, 'Prénom', 'Nom', ${testHash}, ${byOther}, ${verified ? new Date() : null},
              ${isStaff ? role : null}, ${companyId ?? null})
      returning id`
    if (!account) throw new Error('No account was inserted')
    if (companyId && role && !isStaff)
      await tx.sql`
        insert into accesses (company_id, account_id, role, can_dispatch)
        values (${companyId}, ${account.id}, ${roleOf(role)}, ${role === 'dispatcher'})`
    return account.id
  })
}

/** With the contract and geolocation modules active, and admitted to receive quote requests. */
export function insertCompany({ work }: Pick<Door, 'work'>, name: string): Promise<string> {
  return work(async ({ tx }) => {
    const [made] = await tx.sql<{ id: string }>`select uuidv7() as id`
    await tx.scope({ companies: [made?.id ?? ''] })
    await tx.sql`
      insert into companies (id, name, qen, email, phone, street, city, zip, lat, lng, contract_is_active,
                             geolocation_is_active, quote_admission, proven_email, alert_call_hours)
      values (${made?.id}, ${name}, '1174829305', 'info@exemple.ca', '4185550142', 'rue Saint-Jean', 'Québec', 'G1R 1P8',
              46.81, -71.21, true, true, 'admitted', 'info@exemple.ca', null)` // called at any hour, whenever tests run
    return made?.id ?? ''
  })
}

/** One person per role and an employee who may dispatch, each with a new e-mail address. */
export async function insertPeople(door: Door, companyId: string): Promise<Record<ActingRole, Person>> {
  const people = {} as Record<ActingRole, Person>
  for (const role of actingRoles) people[role] = await insertPerson(door, companyId, role)
  return people
}

export async function insertPerson(door: Door, companyId: string, role: ActingRole): Promise<Person> {
  const email = `${role}.${randomUUID()}@exemple.ca`
  const accountId = await insertAccount(door, email, { companyId, role })
  return { accountId, email, ...(await newSession(door, accountId)) }
}

/** A session without signing in: hashing thousands of passwords would take most of the tests' time. */
async function newSession({ work, secrets }: Door, accountId: string): Promise<Pick<Person, 'sessionId' | 'token'>> {
  const [session] = await work(
    ({ tx }) => tx.sql<{ id: string }>`
      insert into sessions (account_id, persistence, expires_at) values (${accountId}, 'none', now() + interval '1 day') returning id`,
  )
  const sessionId = session?.id ?? ''
  return { sessionId, token: await mintToken(secrets, { accountId, sessionId }) }
}
