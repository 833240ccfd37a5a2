// The account form's own schema: what core says of an account, plus when a password must be typed.
import { type Account, profileFields } from '@bordee/core/accounts/account.ts'
import { defaultRole, mayChange, rolesToGive } from '@bordee/core/accounts/granting.ts'
import { isPlatform, type Role, roleNames, roles } from '@bordee/core/roles.ts'
import { password } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { blank, held } from '../ui/form/values.ts'

const scopes = { customerIds: z.array(z.string()), sectorIds: z.array(z.string()), routeForAlertIds: z.array(z.string()) }

/** Someone new is invited, or given a password; someone known keeps his unless another one is typed. */
export const accountSchema = (isNew: boolean) =>
  z
    .object({ ...profileFields.shape, role: z.enum(roles), invite: z.boolean(), password: z.string(), ...scopes })
    .superRefine((account, check) => {
      if (account.invite || (!isNew && !account.password)) return
      const typed = password.safeParse(account.password || undefined)
      if (!typed.success) check.addIssue({ code: 'custom', path: ['password'], message: typed.error.issues[0]?.message ?? '' })
    })
export type AccountValues = z.output<ReturnType<typeof accountSchema>>

const unlimited = blank(z.object(scopes), {})

export const emptyAccount = blank(accountSchema(true), { role: defaultRole, invite: true })

export const valuesOf = ({ role, currentAccess, ...account }: Account): AccountValues =>
  held(accountSchema(false), { ...account, ...(currentAccess ?? unlimited) }, { role: role ?? defaultRole, invite: false, password: '' })

/** As the call takes it: no empty password, and none besides an invitation. */
export const asInput = ({ password: typed, invite, ...account }: AccountValues) => ({
  ...account,
  ...(invite ? { invite } : typed ? { password: typed } : {}),
})

interface Me {
  account: Pick<Account, 'id'>
  role: Role | null
}

/** The roles offered: those one may give, and the one that the person has. */
export function roleChoices(me: Me, account?: Account): Partial<Record<Role, string>> {
  const offered = rolesToGive(me.role, account?.id === me.account.id)
  return Object.fromEntries(roles.filter((role) => offered.includes(role) || role === account?.role).map((role) => [role, roleNames[role]]))
}

/** What the screen knows of the rule that the server keeps: a role of the platform shows only on those who do not work here. */
export const mayEdit = (me: Me, account: Account) =>
  mayChange(
    { accountId: me.account.id, role: me.role },
    { accountId: account.id, platformRole: account.role && isPlatform(account.role) ? account.role : null },
  )

/** What each role lets one do, for whoever chooses it (docs/product/accounts.md). */
export const roleHints: Record<Role, string> = {
  super_admin: 'Toutes les compagnies, les statistiques et les paramètres de la plateforme.',
  admin: 'Toutes les compagnies et les outils de la plateforme.',
  owner: 'Tout dans la compagnie\u00a0: clients, contrats, comptes et paramètres.',
  manager: 'Les occupants des clients qui lui sont confiés.',
  employee: 'Les alertes et les tournées.',
  client: 'Ses contrats et ses occupants, dans l’espace client.',
}
