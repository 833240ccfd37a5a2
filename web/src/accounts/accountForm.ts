// The account form's schema: core's account fields, plus the rule for when a password is required.
import { type Account, profileFields } from '@bordee/core/accounts/account.ts'
import { defaultRole, mayChange, rolesToGive } from '@bordee/core/accounts/granting.ts'
import { type ActingRole, isPlatform, mayBeDispatcher, type Role, roleNames, roles } from '@bordee/core/roles.ts'
import { password } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

const scopes = { customerIds: z.array(z.string()), sectorIds: z.array(z.string()), routeForAlertIds: z.array(z.string()) }

/** A new account is invited or given a password; an existing one keeps its password unless a new one is typed. */
export const accountSchema = (isNew: boolean) =>
  z
    .object({
      ...profileFields.shape,
      role: z.enum(roles),
      phone: z.string().nullable(),
      canDispatch: z.boolean(),
      invite: z.boolean(),
      password: z.string(),
      ...scopes,
    })
    .superRefine((account, check) => {
      if (account.invite || (!isNew && !account.password)) return
      const typed = password.safeParse(account.password || undefined)
      if (!typed.success) check.addIssue({ code: 'custom', path: ['password'], message: typed.error.issues[0]?.message ?? '' })
    })
export type AccountValues = z.output<ReturnType<typeof accountSchema>>

const unlimited = emptyValues(z.object({ ...scopes, canDispatch: z.boolean(), phone: z.string().nullable() }), {})

export const emptyAccount = emptyValues(accountSchema(true), { role: defaultRole, invite: true })

export const valuesOf = ({ role, currentAccess, ...account }: Account): AccountValues =>
  valuesFrom(
    accountSchema(false),
    { ...account, ...(currentAccess ?? unlimited) },
    { role: role ?? defaultRole, invite: false, password: '' },
  )

/** The call's input: omits an empty password, any password when inviting, and the switch of a role that it isn't for. */
export const asInput = ({ password: typed, invite, canDispatch, ...account }: AccountValues) => ({
  ...account,
  ...(mayBeDispatcher(account.role) && { canDispatch }),
  ...(invite ? { invite } : typed ? { password: typed } : {}),
})

interface Me {
  account: Pick<Account, 'id'>
  role: ActingRole | null
}

/** The roles that the user may grant, plus the one the account already has. */
export function roleChoices(me: Me, account?: Account): Partial<Record<Role, string>> {
  const offered = rolesToGive(me.role, account?.id === me.account.id)
  return Object.fromEntries(roles.filter((role) => offered.includes(role) || role === account?.role).map((role) => [role, roleNames[role]]))
}

/** Mirrors the server's rule. A platform role shows only on accounts that don't work for this company. */
export const mayEdit = (me: Me, account: Account) =>
  mayChange(
    { accountId: me.account.id, role: me.role },
    { accountId: account.id, platformRole: account.role && isPlatform(account.role) ? account.role : null },
  )

/** Explains each role in the role picker (docs/product/accounts.md). */
export const roleHints: Record<Role, string> = {
  super_admin: 'Toutes les compagnies, les statistiques et les paramètres de la plateforme.',
  admin: 'Toutes les compagnies et les outils de la plateforme.',
  owner: 'Tout dans la compagnie\u00a0: clients, contrats, comptes et paramètres.',
  manager: 'Les occupants des clients qui lui sont confiés.',
  employee: 'Les alertes et les tournées.',
  client: 'Ses contrats et ses occupants, dans l’espace client.',
}
