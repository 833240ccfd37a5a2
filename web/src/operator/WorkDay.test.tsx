import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnDay } from './ownDay.ts'
import { WorkDay } from './WorkDay.tsx'

const pressed: string[] = []
const hours = { begin: async () => void pressed.push('begin'), end: async () => void pressed.push('end') }
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const show = (day: OwnDay | null, reports = 0) => render(<WorkDay hours={hours} shown={{ day, waiting: { reports, positions: 0 } }} />)
const button = (name: string) => page.getByRole('button', { name })

beforeEach(() => {
  pressed.length = 0
})

test('one press begins the day', async () => {
  await show(null)
  await button('Commencer ma journée').click()
  expect(pressed).toEqual(['begin'])
})

test('the end asks first, so that a glove ends nobody’s day', async () => {
  await show({ id: 'd', startedAt: ago(3), endedAt: null }, 1)
  await expect.element(page.getByText(/en attente d’envoi/)).toBeVisible()
  await button('Terminer ma journée').click()
  await button('Non').click()
  expect(pressed).toEqual([])
  await button('Terminer ma journée').click()
  await button('Oui, terminer').click()
  expect(pressed).toEqual(['end'])
})

test('a forgotten day is left to the office, and another one may begin', async () => {
  await show({ id: 'd', startedAt: ago(20), endedAt: null })
  await expect.element(page.getByText(/n’a pas été terminée/)).toBeVisible()
  await button('Commencer ma journée').click()
  expect(pressed).toEqual(['begin'])
})

test('a day that is over says how long it was', async () => {
  const startedAt = '2026-01-14T10:00:00Z'
  await show({ id: 'd', startedAt, endedAt: '2026-01-14T17:05:30Z' })
  await expect.element(page.getByText(/7\sh\s05/)).toBeVisible()
})
