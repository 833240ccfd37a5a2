import type { Config } from '@bordee/core/platform/config.calls.ts'
import { useConfig } from '../config.ts'
import classes from './DemoBanner.module.css'

/** Nobody should take the demo for real or enter real people's data, least of all where it really sends messages. */
export function DemoBanner() {
  const config = useConfig()
  if (!config?.demo) return null
  return (
    <aside aria-label="Bandeau de démonstration" className={classes.banner}>
      Démonstration&nbsp;: les données sont fictives {whatLeaves(config.sends)}.
    </aside>
  )
}

export function whatLeaves({ mail, alerts }: Config['sends']): string {
  if (mail && alerts) return 'mais les courriels et les alertes partent vraiment'
  if (mail) return 'mais les courriels partent vraiment'
  return alerts ? 'mais les alertes partent vraiment' : 'et rien n’est envoyé'
}
