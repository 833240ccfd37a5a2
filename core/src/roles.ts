// Access rights are expressed only with these groups, on the rows of the API and of the route table.

export const roles = ['super_admin', 'admin', 'owner', 'manager', 'employee', 'client'] as const
export type Role = (typeof roles)[number]

/** Whose rights a caller has: those of the role, or more for an employee who may dispatch. No access stores « dispatcher ». */
export const actingRoles = [...roles, 'dispatcher'] as const
export type ActingRole = (typeof actingRoles)[number]

export const roleNames: Record<Role, string> = {
  super_admin: 'Super administrateur',
  admin: 'Administrateur',
  owner: 'Propriétaire',
  employee: 'Employé',
  manager: 'Gestionnaire',
  client: 'Client',
}
export const actingRoleNames: Record<ActingRole, string> = { ...roleNames, dispatcher: 'Répartiteur' }

export const superAdmins = ['super_admin'] as const
export const platformStaff = ['super_admin', 'admin'] as const
export const companyAdmins = [...platformStaff, 'owner'] as const
/** Not even platform staff take an owner's approval back. */
export const owners = ['owner'] as const
export const managers = ['manager'] as const
export const clients = ['client'] as const
/** May read client folders; a manager only those of their own clients. */
export const folderReaders = [...companyAdmins, ...managers] as const
/** Run the night from the board. */
export const dispatchers = [...companyAdmins, 'dispatcher'] as const
/** Those of them whose rights come from the switch alone. */
export const employedDispatchers = ['dispatcher'] as const
export const alertSenders = [...dispatchers, 'employee'] as const
/** Everyone who works in the back-office. */
export const office = [...alertSenders, ...managers] as const

/** The switch « Peut répartir » means something for employees only. */
export const mayBeDispatcher = (role: Role | null): boolean => role === 'employee'
export const actingRole = <R extends Role | null>(role: R, canDispatch: boolean): R | 'dispatcher' =>
  canDispatch && mayBeDispatcher(role) ? 'dispatcher' : role
/** The role that is stored and shown. */
export const roleOf = (acting: ActingRole | null): Role | null => (acting === 'dispatcher' ? 'employee' : acting)

export type PlatformRole = (typeof platformStaff)[number]
export const isPlatform = (role: ActingRole | null): role is PlatformRole => among(platformStaff, role)

/** In a demo, staff may read the outbox; otherwise its letters belong to real people. */
export const readsOutbox = (role: ActingRole | null, hasDemo: boolean): boolean => among(hasDemo ? platformStaff : superAdmins, role)

/** Owners, and platform staff acting for them: they see everything the company has. */
export const runsCompany = (role: ActingRole | null): boolean => among(companyAdmins, role)

/** Those who run the night: they see all runs of the company. */
export const dispatches = (role: ActingRole | null): boolean => among(dispatchers, role)

/** Drivers, whose day is their run: the others start where they follow everyone’s. */
export const onlyDrives = (role: ActingRole | null): boolean => role === 'employee'

/** `group.includes(role)` that the compiler accepts for a narrower group and for null. */
export const among = (group: readonly ActingRole[], role: ActingRole | null): boolean => role !== null && group.includes(role)
