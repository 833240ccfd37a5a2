// Access rights are expressed only with these groups, on the rows of the API and of the route table.

export const roles = ['super_admin', 'admin', 'owner', 'manager', 'employee', 'client'] as const
export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  super_admin: 'Super administrateur',
  admin: 'Administrateur',
  owner: 'Propriétaire',
  employee: 'Employé',
  manager: 'Gestionnaire',
  client: 'Client',
}

export const superAdmins = ['super_admin'] as const
export const platformStaff = ['super_admin', 'admin'] as const
export const companyAdmins = [...platformStaff, 'owner'] as const
export const managers = ['manager'] as const
export const clients = ['client'] as const
/** May read client folders; a manager only those of their own clients. */
export const folderReaders = [...companyAdmins, ...managers] as const
export const alertSenders = [...companyAdmins, 'employee'] as const
/** Everyone who works in the back-office. */
export const office = [...companyAdmins, 'manager', 'employee'] as const

/** Runs the night from the board. */
export const dispatchers = [...companyAdmins] as const

export type PlatformRole = (typeof platformStaff)[number]
export const isPlatform = (role: Role | null): role is PlatformRole => among(platformStaff, role)

/** In a demo, staff may read the outbox; otherwise its letters belong to real people. */
export const readsOutbox = (role: Role | null, hasDemo: boolean): boolean => among(hasDemo ? platformStaff : superAdmins, role)

/** Owners, and platform staff acting for them: they see everything the company has. */
export const runsCompany = (role: Role | null): boolean => among(companyAdmins, role)

/** `group.includes(role)` that the compiler accepts for a narrower group and for null. */
export const among = (group: readonly Role[], role: Role | null): boolean => role !== null && group.includes(role)
