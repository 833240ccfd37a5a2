import { fullName } from '@bordee/core/accounts/account.ts'
import { actingRoleNames, among } from '@bordee/core/roles.ts'
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconBuilding, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { companySection } from '../companies/companies.routes.ts'
import { useConfig } from '../config.ts'
import { profileSection } from '../identity/identity.routes.ts'
import { useMe } from '../session.tsx'
import classes from './UserMenu.module.css'
import { useSignOut } from './useSignOut.ts'

export function UserMenu() {
  const { account, role } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const config = useConfig()
  const name = fullName(account) || account.email
  const initials = `${account.firstName.charAt(0)}${account.lastName.charAt(0)}`.toUpperCase() || account.email.charAt(0).toUpperCase()
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`${initials}, menu de ${name}`} className={classes.initials}>
          {initials}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--bordee-ink)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {role && actingRoleNames[role]} · {account.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {role && among(profileSection.who, role) && (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: '/dashboard/profile' })}>
            Mon profil
          </Menu.Item>
        )}
        {role && among(companySection.who, role) && (
          <Menu.Item leftSection={<IconBuilding size={16} />} onClick={() => void navigate({ to: '/dashboard/company' })}>
            Ma compagnie
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Se déconnecter
        </Menu.Item>
        {config && <Menu.Label>Bordée {config.version}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
