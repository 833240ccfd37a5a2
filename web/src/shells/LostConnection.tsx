import { hourIn } from '@bordee/core/time.ts'
import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { connectionLostSince, watchContact } from '../contact.ts'
import { useZone } from '../ui/zone.ts'
import classes from './DashboardShell.module.css'

/** When the connection was lost; null while it holds. */
export const useConnectionLost = () => useSyncExternalStore(watchContact, connectionLostSince)

/** Says that nothing on the page is newer than the moment the connection was lost. */
export function LostConnection() {
  const since = useConnectionLost()
  const zone = useZone()
  if (since === null) return null
  return (
    <p role="alert" className={classes.notice}>
      <IconWifiOff size={18} aria-hidden />
      <span>
        Connexion perdue à {hourIn(zone, new Date(since))}. Ce que vous voyez date de ce moment et se mettra à jour tout seul quand elle
        reviendra.
      </span>
    </p>
  )
}
