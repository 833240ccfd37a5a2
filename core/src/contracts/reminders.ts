// When a client is reminded: so many days after something, and once each.

/** Days after a contract was e-mailed, while it waits for its signature. */
export const signatureDays = [3, 7, 14] as const
/** Days after an instalment is due, while something is left of it; before, where negative. */
export const paymentDays = [-7, 1, 7, 14] as const

/** A server that was down for longer lets a reminder pass. */
const caughtUp = 6

/**
 * The one reminder that is due when so many days have passed: the latest, whatever was missed before it. Undefined when there is none, when it lies too far back, or when it, or
 * a later one, was `sent` already.
 */
export function dueReminder(days: readonly number[], passed: number, sent: readonly number[]): number | undefined {
  const due = days.filter((day) => day <= passed).at(-1)
  if (due === undefined || passed - due > caughtUp || sent.some((day) => day >= due)) return undefined
  return due
}
