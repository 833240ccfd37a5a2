import { hourIn } from '@bordee/core/time.ts'
import { Button } from '@mantine/core'
import { IconClockExclamation, IconCloudOff } from '@tabler/icons-react'
import { listed, useFailures } from '../ui/failures.ts'
import { useZone } from '../ui/zone.ts'
import classes from './FailureNotice.module.css'
import { useConnectionLost } from './LostConnection.tsx'

/**
 * Above every screen: what it could not read, so that a form whose choices are missing does not look empty, and since when
 * what it shows is out of date. A part that says itself that it failed (`BrokenPart`) hides the first.
 */
export function FailureNotice() {
  const { missing, stale, staleSince, retry } = useFailures()
  const zone = useZone()
  const isConnectionLost = useConnectionLost() !== null // then a notice says since when
  const again = (
    <Button variant="default" size="compact-sm" onClick={retry}>
      Réessayer
    </Button>
  )
  return (
    <>
      {missing.length > 0 && (
        <div role="alert" className={classes.notice} data-missing>
          <IconCloudOff size={18} aria-hidden />
          <span>Impossible de charger {listed(missing)}.</span>
          {again}
        </div>
      )}
      {stale.length > 0 && !isConnectionLost && (
        <div role="status" className={classes.notice}>
          <IconClockExclamation size={18} aria-hidden />
          <span>
            Données de {hourIn(zone, new Date(staleSince))}&nbsp;: impossible de mettre à jour {listed(stale)}.
          </span>
          {again}
        </div>
      )}
    </>
  )
}
