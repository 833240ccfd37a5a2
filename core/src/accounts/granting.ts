// Who may give which role, and change whose account (docs/product/accounts.md).
import { type ActingRole, among, companyAdmins, isPlatform, type Role, roles } from '../roles.ts'

export const defaultRole: Role = 'owner'

export const customerScoped = ['manager', 'client'] as const

interface Person {
  accountId: string
  role: ActingRole | null
}

/** What decides whether an account may be changed. `platformRole` outranks the role in the company. */
export interface Holder {
  accountId: string
  role: Role
  platformRole: Role | null
  emailVerified: boolean
  /** The account was created together with its access to this company. */
  madeHere: boolean
}

const given: Partial<Record<ActingRole, readonly Role[]>> = {
  super_admin: roles,
  admin: ['owner', 'manager', 'employee', 'client'],
  owner: ['owner', 'manager', 'employee'],
}

/** The roles `by` may give, in display order. An admin may give « admin » only to themselves, that is, keep it. */
export function rolesToGive(by: ActingRole | null, toHimself = false): readonly Role[] {
  const choices = (by && given[by]) ?? []
  return by === 'admin' && toHimself ? ['admin', ...choices] : choices
}

/** Keeping a role needs no right to give it: an owner may rename a client without being able to create one. */
export const mayGive = (by: Person, role: Role, to?: { accountId: string; role: Role | null }): boolean =>
  role === to?.role || rolesToGive(by.role, by.accountId === to?.accountId).includes(role)

/** Nobody may change an account above their own; only super admins and the holder may change platform staff. */
export function mayChange(by: Person, holder: Pick<Holder, 'accountId' | 'platformRole'>): boolean {
  if (by.role === null || !among(companyAdmins, by.role)) return false
  if (!holder.platformRole || by.role === 'super_admin') return true
  return by.role === holder.platformRole && by.accountId === holder.accountId
}

/**
 * The company that created the account may correct its e-mail and password until the holder proves that they read that
 * address. Accesses that other companies grant meanwhile neither prevent this nor become visible through it. Users
 * change their own credentials in the profile, which asks for the password again.
 */
export const mayChangeCredentials = (by: Person, holder: Holder): boolean =>
  mayChange(by, holder) && by.accountId !== holder.accountId && !holder.emailVerified && holder.madeHere

/** A platform role belongs to the account; every other role belongs to its access to a company. */
export const isAccessRole = (role: Role): role is AccessRole => !isPlatform(role)
export type AccessRole = Exclude<Role, 'super_admin' | 'admin'>
