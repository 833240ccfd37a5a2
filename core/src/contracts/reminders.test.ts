import { expect, test } from 'vitest'
import { dueReminder, paymentDays, signatureDays } from './reminders.ts'

test('a signature reminder goes out after 3, 7 and 14 days, once each', () => {
  const sent: number[] = []
  const days = Array.from({ length: 40 }, (_, day) => {
    const due = dueReminder(signatureDays, day, sent)
    if (due !== undefined) sent.push(due)
    return due === undefined ? [] : [day]
  }).flat()
  expect(days).toEqual([3, 7, 14])
})

test('after an outage of some days there is one reminder, not three', () => {
  expect(dueReminder(signatureDays, 15, [])).toBe(14)
  expect(dueReminder(signatureDays, 15, [14])).toBeUndefined()
  expect(dueReminder(signatureDays, 5, [])).toBe(3)
  expect(dueReminder(signatureDays, 300, [])).toBeUndefined()
})

test('a payment reminder goes out a week before the due date, and 1, 7 and 14 days after it', () => {
  expect(dueReminder(paymentDays, -8, [])).toBeUndefined()
  expect(dueReminder(paymentDays, -7, [])).toBe(-7)
  expect(dueReminder(paymentDays, -1, [])).toBe(-7)
  expect(dueReminder(paymentDays, 0, [])).toBeUndefined()
  expect(dueReminder(paymentDays, 1, [-7])).toBe(1)
  expect(dueReminder(paymentDays, 8, [-7, 1])).toBe(7)
})
