import { fullName } from '@bordee/core/accounts/account.ts'
import { actingRoleNames, among } from '@bordee/core/roles.ts'
import { UnstyledButton } from '@mantine/core'
import { IconBuilding, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { companySection } from '../companies/companies.routes.ts'
import { useConfig } from '../config.ts'
import { profileSection } from '../identity/identity.routes.ts'
import { useMe } from '../session.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import classes from './UserMenu.module.css'
import { useSignOut } from './useSignOut.ts'

export function UserMenu() {
  const { account, role } = useMe()
  const signOut = useSignOut()
  const config = useConfig()
  const name = fullName(account) || account.email
  const initials = `${account.firstName.charAt(0)}${account.lastName.charAt(0)}`.toUpperCase() || account.email.charAt(0).toUpperCase()
  return (
    <Dropdown
      label={`Menu de ${name}`}
      button={(opens) => (
        <UnstyledButton aria-label={`${initials}, menu de ${name}`} className={classes.initials} {...opens}>
          {initials}
        </UnstyledButton>
      )}
    >
      {(close) => (
        <div className={classes.menu}>
          <p className={classes.person}>
            <strong>{name}</strong>
            {role && actingRoleNames[role]} · {account.email}
          </p>
          {role && among(profileSection.who, role) && (
            <Link to="/dashboard/profile" onClick={close}>
              <IconUser size={16} aria-hidden />
              Mon profil
            </Link>
          )}
          {role && among(companySection.who, role) && (
            <Link to="/dashboard/company" onClick={close}>
              <IconBuilding size={16} aria-hidden />
              Ma compagnie
            </Link>
          )}
          <UnstyledButton
            onClick={() => {
              close()
              void signOut()
            }}
          >
            <IconLogout size={16} aria-hidden />
            Se déconnecter
          </UnstyledButton>
          {config && <p>Bordée {config.version}</p>}
        </div>
      )}
    </Dropdown>
  )
}
