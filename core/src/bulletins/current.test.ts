import { expect, test } from 'vitest'
import type { BulletinPost } from './bulletin.ts'
import { currentPost, verdictOf } from './current.ts'

const at = (time: string) => `2026-11-18T${time}:00.000Z`
const post = (time: string, more: Partial<BulletinPost> = {}) => ({
  state: 'under-way' as const,
  text: null,
  areaId: null,
  areaName: null,
  isAutomatic: false,
  createdAt: at(time),
  updatedAt: at(time),
  ...more,
})
const north = { areaId: 'north', areaName: 'Nord' }

test('an area shows its own bulletin until a person writes for everyone', () => {
  const own = post('05:00', north)
  expect(currentPost([own, post('04:00')], 'north')).toBe(own)
  expect(currentPost([own, post('06:00', { isAutomatic: true })], 'north')).toBe(own)
  const forAll = post('06:00')
  expect(currentPost([own, forAll], 'north')).toBe(forAll)
  expect(currentPost([own, forAll], null)).toBe(forAll)
})

test('an area of which nothing was written shows the company’s', () => {
  const whole = post('04:00', { isAutomatic: true })
  expect(currentPost([whole, post('05:00', north)], 'south')).toBe(whole)
  expect(currentPost([], 'south')).toBeUndefined()
})

test('what was written of a sector that is gone concerns nobody', () => {
  expect(currentPost([post('05:00', { areaName: 'Ancien secteur' })], null)).toBeUndefined()
})

const computed = { state: 'done', text: null } as const
const now = (time: string) => new Date(at(time))

test('an automatic bulletin waits for two hours after what a person wrote', () => {
  expect(verdictOf(computed, post('05:00'), now('06:59'))).toEqual({ write: 'later', at: now('07:00') })
  expect(verdictOf(computed, post('05:00'), now('07:00'))).toEqual({ write: 'new' })
  expect(verdictOf(computed, post('05:00', { isAutomatic: true }), now('05:01'))).toEqual({ write: 'new' })
  expect(verdictOf(computed, undefined, now('05:01'))).toEqual({ write: 'new' })
})

test('« nothing planned » doesn’t replace tonight’s forecast', () => {
  const idle = { state: 'idle', text: null } as const
  const watch = post('05:00', { state: 'watch' })
  expect(verdictOf(idle, watch, now('12:00'))).toMatchObject({ write: 'later' })
  expect(verdictOf(computed, watch, now('12:00'))).toEqual({ write: 'new' })
})

test('a state that lasts is one line of the history, and what is said already isn’t written again', () => {
  const automatic = post('05:00', { isAutomatic: true })
  expect(verdictOf({ state: 'under-way', text: 'Environ 60 %' }, automatic, now('05:10'))).toEqual({ write: 'same-state' })
  expect(verdictOf({ state: 'under-way', text: null }, automatic, now('05:10'))).toEqual({ write: 'nothing' })
})
