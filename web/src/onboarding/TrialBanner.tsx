import { Button } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './onboarding.module.css'
import { useEndTrialNight, useTrialNight } from './useTrialNight.ts'

/** Over every page of a trial night: what it is, and the way out. */
export function TrialBanner() {
  useTrialNight()
  const end = useEndTrialNight()
  const isThere = useLocation().pathname.startsWith('/dashboard/trial-night')
  return (
    <aside aria-label="Nuit d’essai" className={classes.banner}>
      <IconMoonStars size={18} aria-hidden />
      <span>
        <strong>Nuit d’essai</strong>
        <span className={classes.bannerDetail}>&nbsp;: rien n’est envoyé, facturé, compté ni conservé.</span>
      </span>
      {!isThere && (
        <LinkButton to="/dashboard/trial-night" variant="white" size="compact-sm">
          Voir les messages
        </LinkButton>
      )}
      <Button variant="white" size="compact-sm" loading={end.isPending} onClick={() => end.move({})}>
        Terminer
      </Button>
    </aside>
  )
}
