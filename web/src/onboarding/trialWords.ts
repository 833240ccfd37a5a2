import type { TrialNight } from '@bordee/core/onboarding/trial-night.ts'
import { count } from '@bordee/core/text.ts'

/** « 7 min 05 s » */
const clock = (ms: number) => {
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  return `${Math.floor(seconds / 60)}\u00a0min ${String(seconds % 60).padStart(2, '0')}\u00a0s`
}

/** Of the server's clock. */
export const timeLeft = ({ endsAt }: TrialNight, now: number): string => clock(Date.parse(endsAt) - now)

/** As long as its trucks drive. */
export const nightName = ({ startedAt, endsAt }: TrialNight): string =>
  `Nuit d’essai d’environ ${count(Math.round((Date.parse(endsAt) - Date.parse(startedAt)) / 60_000), 'minute')}`

/** « En 10 min 00 s : 14 arrêts faits sur 14 et 28 messages à vos clients. » */
export function summaryOf({ startedAt, endsAt, doneCount, stopsCount, messagesCount }: TrialNight, now: number): string {
  const lasted = clock(Math.min(now, Date.parse(endsAt)) - Date.parse(startedAt))
  const done = `${count(doneCount, 'arrêt fait', 'arrêts faits')} sur ${stopsCount}`
  return `En ${lasted}\u00a0: ${done} et ${count(messagesCount, 'message')} à vos clients.`
}
