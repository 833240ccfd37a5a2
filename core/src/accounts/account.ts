// An account is global; a company owns only its access to it.
import * as z from 'zod'
import { roles } from '../roles.ts'
import { email, id, instant, named, text } from '../wire.ts'

export const role = z.preprocess((value) => (value === 'superAdmin' ? 'super_admin' : value), z.enum(roles))

export const access = named(
  'Access',
  z.object({
    companyId: id,
    companyName: z.string(),
    isCurrent: z.boolean(),
    role: z.enum(roles),
    customerIds: z.array(id),
    sectorIds: z.array(id),
    routeForAlertIds: z.array(id),
  }),
)
export type Access = z.infer<typeof access>

export const account = named(
  'Account',
  z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: z.enum(roles).nullable(),
    accesses: z.array(access),
    currentAccess: access.nullable(),
    emailVerified: z.boolean(),
    createdAt: instant,
  }),
)
export type Account = z.infer<typeof account>

/** What a person writes about himself. */
export const profileFields = z.object({ firstName: text(), lastName: text(), email })

/** Of the accesses sent back only the choice of company is read: roles and scopes in it are never written. */
export const accessChoice = z.object({ companyId: id, isCurrent: z.boolean().optional() })

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim()
