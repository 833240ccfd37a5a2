// Who may do what is said with these groups, on the rows of the API and of the route table; nowhere else.

export const roles = ['super_admin', 'admin', 'owner', 'manager', 'employee', 'client'] as const
export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  super_admin: 'Super Administrateur',
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
/** Who reads client folders: a manager those of his own clients. */
export const folderReaders = [...companyAdmins, ...managers] as const
export const alertSenders = [...companyAdmins, 'employee'] as const
/** Everyone who works in the back-office. */
export const office = [...companyAdmins, 'manager', 'employee'] as const

export type PlatformRole = (typeof platformStaff)[number]
export const isPlatform = (role: Role): role is PlatformRole => among(platformStaff, role)

/** `group.includes(role)` that the compiler accepts for a narrower group. */
export const among = (group: readonly Role[], role: Role): boolean => group.includes(role)
