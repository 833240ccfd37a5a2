// An account is global; a company owns only its access to it.
import * as z from 'zod'
import { roles } from '../roles.ts'
import { email, id, instant, named, optionalPhone, password, properName, required } from '../wire.ts'

export const role = z.preprocess((value) => (value === 'superAdmin' ? 'super_admin' : value), z.enum(roles))

export const access = named(
  'Access',
  z.object({
    companyId: id,
    companyName: z.string(),
    isCurrent: z.boolean(),
    role: z.enum(roles),
    /** An employee who runs the night from the board. */
    canDispatch: z.boolean(),
    /** Where an operator is called to work; null: nowhere. */
    phone: z.string().nullable(),
    customerIds: z.array(id),
    sectorIds: z.array(id),
    routeForAlertIds: z.array(id),
  }),
)

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
    /** Why the letter about the access did not arrive, as far as is known. */
    letterRefusal: z.string().nullable(),
    createdAt: instant,
  }),
)
export type Account = z.infer<typeof account>

/** The profile fields that people edit themselves. */
export const profileFields = z.object({ firstName: properName(), lastName: properName(), email })

/** Callers send their accesses back, but only the choice of company is read, never roles or scopes. */
export const accessChoice = z.object({ companyId: id, isCurrent: z.boolean().optional() })

const scope = z.array(id).max(5000)
/** What an access is limited to: folders for a manager or a client, sectors and alert routes for everyone else. */
const scopes = { customerIds: scope.nullish(), sectorIds: scope.nullish(), routeForAlertIds: scope.nullish() }

/** Only the access to the current company is read; any others are ignored. */
const accessGrant = z.object({
  companyId: id,
  role: role.nullish(),
  canDispatch: z.boolean().nullish(),
  phone: optionalPhone.optional(),
  ...scopes,
})

/** What a company admin may edit on an account that has access to the company. */
const accountFields = z.object({
  ...profileFields.shape,
  password: password.nullish(),
  invite: z.boolean().nullish(),
  role: role.nullish(),
  canDispatch: z.boolean().nullish(),
  phone: optionalPhone.optional(),
  ...scopes,
  accesses: z.array(accessGrant).max(20).nullish(),
})
export type AccountFields = z.output<typeof accountFields>

/** A merge: missing keys stay. A list sent with its `removed` one, even empty, is merged instead of replacing. */
export const accountChanges = z.object({
  ...accountFields.partial().shape,
  removedCustomerIds: scope.optional(),
  removedSectorIds: scope.optional(),
  removedRouteForAlertIds: scope.optional(),
})
export type AccountChanges = z.output<typeof accountChanges>

/** A new user either sets a password through an e-mailed link or is given one. */
export const newAccountFields = accountFields.refine((account) => account.invite || account.password, {
  path: ['password'],
  message: required,
})

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim()
