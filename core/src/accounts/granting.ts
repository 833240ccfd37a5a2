// Who may give which role, and change whose account (docs/product/accounts.md).
import { among, companyAdmins, isPlatform, type Role, roles } from '../roles.ts'

export const defaultRole: Role = 'owner'

/** Roles whose access is limited to some customers. */
export const customerScoped = ['manager', 'client'] as const

interface Person {
  accountId: string
  role: Role | null
}

/** What a change of someone's account depends on. `platformRole` counts above whatever he does in the company. */
export interface Holder {
  accountId: string
  role: Role
  platformRole: Role | null
  emailVerified: boolean
  /** The account was made with its access to this company. */
  madeHere: boolean
}

const given: Partial<Record<Role, readonly Role[]>> = {
  super_admin: roles,
  admin: ['owner', 'manager', 'employee', 'client'],
  owner: ['owner', 'manager', 'employee'],
}

/** The roles that `by` may give, in the order they are offered; an admin may give « admin » to himself only, that is keep it. */
export function rolesToGive(by: Role | null, toHimself = false): readonly Role[] {
  const choices = (by && given[by]) ?? []
  return by === 'admin' && toHimself ? ['admin', ...choices] : choices
}

/** Leaving a role as it is gives nothing: an owner may rename a client without being able to make one. */
export const mayGive = (by: Person, role: Role, to?: { accountId: string; role: Role | null }): boolean =>
  role === to?.role || rolesToGive(by.role, by.accountId === to?.accountId).includes(role)

/** Nobody touches someone above him; platform staff are touched by super admins and by themselves only. */
export function mayChange(by: Person, holder: Pick<Holder, 'accountId' | 'platformRole'>): boolean {
  if (by.role === null || !among(companyAdmins, by.role)) return false
  if (!holder.platformRole || by.role === 'super_admin') return true
  return by.role === holder.platformRole && by.accountId === holder.accountId
}

/**
 * E-mail and password are corrected by the company that made the account, until its holder has shown that he reads the address. What others
 * give him meanwhile neither stops that nor shows. One's own are changed in the profile, where the password is asked for again.
 */
export const mayChangeCredentials = (by: Person, holder: Holder): boolean =>
  mayChange(by, holder) && by.accountId !== holder.accountId && !holder.emailVerified && holder.madeHere

/** A role of the platform belongs to the account, every other one to its access to a company. */
export const isAccessRole = (role: Role): role is AccessRole => !isPlatform(role)
export type AccessRole = Exclude<Role, 'super_admin' | 'admin'>
