import { useConfig } from '../config.ts'
import classes from './DemoBanner.module.css'

/** Nobody should take the demo for the real thing, nor type a real person's data into it. */
export function DemoBanner() {
  if (!useConfig()?.demo) return null
  return (
    <aside aria-label="Avis de démonstration" className={classes.banner}>
      Démonstration&nbsp;: les données sont fictives et rien n’est envoyé.
    </aside>
  )
}
