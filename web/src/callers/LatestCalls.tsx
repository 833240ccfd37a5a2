import { type PhoneCall, phoneCallKindNames } from '@bordee/core/callers/phone-call.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { momentIn } from '../operations/boardWords.ts'
import { useServerTime } from '../operations/useBoard.ts'
import { PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './callers.module.css'

/** Shown while nothing is typed: those of unknown numbers are found nowhere else. */
export function LatestCalls({ calls }: { calls: readonly PhoneCall[] }) {
  if (calls.length === 0) return null
  return (
    <section className={classes.latest} aria-label="Derniers appels">
      <PartTitle>Derniers appels</PartTitle>
      <CallList calls={calls} />
    </section>
  )
}

export function CallList({ calls }: { calls: readonly PhoneCall[] }) {
  const zone = useZone()
  const now = useServerTime()
  return (
    <ul className={classes.calls}>
      {calls.map((call) => (
        <li key={call.id} data-urgent={call.isUrgent || undefined}>
          <time dateTime={call.at} className="bordee-figures">
            {momentIn(zone, call.at, now)}
          </time>
          <span>
            <strong>
              {call.isUrgent && <span title="Urgent">‼ </span>}
              {phoneCallKindNames[call.kind]}
            </strong>{' '}
            {call.siteAddress ?? call.customerName ?? formatPhone(call.phone)}
            {call.text && <q>{call.text}</q>}
            <small>
              {call.userName}
              {call.kind === 'request' && call.operationId === null && ' · attend la prochaine opération'}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}
