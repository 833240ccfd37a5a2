import { Button } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { serverAhead } from '../contact.ts'
import { useNow } from '../runs/positions.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './onboarding.module.css'
import { nightName, timeLeft } from './trialWords.ts'
import { useEndTrialNight, useTrialNight } from './useTrialNight.ts'

/** Over every page of a trial night: what it is, and the way out. */
export function TrialBanner() {
  const { data: night } = useTrialNight()
  const end = useEndTrialNight()
  const now = useNow() + serverAhead()
  const isThere = useLocation().pathname.startsWith('/dashboard/trial-night')
  return (
    <aside aria-label="Nuit d’essai" className={classes.banner}>
      <IconMoonStars size={18} aria-hidden />
      <span>
        <strong>{night?.isOver ? 'Nuit d’essai terminée' : night ? nightName(night) : 'Nuit d’essai'}</strong>
        {night && !night.isOver && `, encore ${timeLeft(night, now)}`}
        <span className={classes.bannerDetail}>&nbsp;: rien n’est envoyé, facturé, compté ni conservé.</span>
      </span>
      {!isThere && (
        <LinkButton to="/dashboard/trial-night" variant="white" size="compact-sm">
          {night?.isOver ? 'Voir le résumé' : 'Voir les messages'}
        </LinkButton>
      )}
      <Button variant="white" size="compact-sm" loading={end.isPending} onClick={end.end}>
        Terminer
      </Button>
    </aside>
  )
}
