import { Anchor } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMe } from '../session.tsx'
import classes from './DashboardShell.module.css'

/** Over a form with unsaved changes, after a sign-out in another tab. */
export function SessionEnded() {
  const { hasEnded, role } = useMe()
  if (!hasEnded) return null
  return (
    <p role="alert" className={classes.notice}>
      <IconLogout size={18} aria-hidden />
      <span>
        Vous n’êtes plus connecté, et ce que vous avez écrit ici n’est pas enregistré.{' '}
        <Anchor href={role === 'client' ? '/auth/client/sign-in' : '/sign-in'} target="_blank" inherit>
          Connectez-vous dans un autre onglet
        </Anchor>
        , puis enregistrez ici.
      </span>
    </p>
  )
}
