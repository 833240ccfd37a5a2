// When clients are reminded: a number of days after something, once each.

/** Days after a contract was e-mailed, while it waits for its signature. */
export const signatureDays = [3, 7, 14] as const
/** Days after an instalment's due date, while some of it is unpaid; negative means before. */
export const paymentDays = [-7, 1, 7, 14] as const

/** Days: after a longer outage a reminder is skipped. */
const caughtUp = 6

/**
 * The one reminder due after `passed` days: the latest, whatever was missed before it. Undefined when there is none,
 * when it is too long ago, or when it or a later one is already in `sent`.
 */
export function dueReminder(days: readonly number[], passed: number, sent: readonly number[]): number | undefined {
  const due = days.filter((day) => day <= passed).at(-1)
  if (due === undefined || passed - due > caughtUp || sent.some((day) => day >= due)) return undefined
  return due
}
