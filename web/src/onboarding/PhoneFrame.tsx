import type { TrialMessage } from '@bordee/core/onboarding/trial-night.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { hourIn } from '@bordee/core/time.ts'
import { IconSnowflake } from '@tabler/icons-react'
import { useZone } from '../ui/zone.ts'
import classes from './onboarding.module.css'

/** A phone that shows what residents would have received, newest first. */
export function PhoneFrame({ messages }: { messages: readonly TrialMessage[] }) {
  const zone = useZone()
  return (
    <section className={classes.phone} aria-label="Messages aux résidents">
      <div className={classes.speaker} aria-hidden />
      <h2>Messages</h2>
      {messages.length === 0 ? (
        <p className={classes.waiting}>
          <IconSnowflake size={28} stroke={1.4} aria-hidden />
          Le premier message arrive dans quelques secondes.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        <ol className={classes.messages} aria-live="polite" aria-relevant="additions" tabIndex={0}>
          {messages.map(({ id, name, phone, siteName, text, at }) => (
            <li key={id}>
              <header>
                <strong>{name}</strong>
                <time dateTime={at}>{hourIn(zone, at)}</time>
              </header>
              <small>
                {formatPhone(phone)} · {siteName}
              </small>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.fictitious}>Numéros fictifs&nbsp;: personne n’a reçu ces messages.</p>
    </section>
  )
}
