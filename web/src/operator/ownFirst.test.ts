import { expect, test } from 'vitest'
import { ownRoutesFirst, ownRunsFirst } from './ownFirst.ts'

const route = (id: string, lastDrivenAt: string | null = null) => ({ id, name: id, lastDrivenAt })
const routes = [route('Beauport'), route('Charlesbourg', '2026-01-02T00:00:00Z'), route('Lévis'), route('Limoilou', '2026-01-09T00:00:00Z')]
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('a driver’s own routes come first, the latest at the top, and the others keep their order', () => {
  expect(idsOf(ownRoutesFirst(routes))).toEqual(['Limoilou', 'Charlesbourg', 'Beauport', 'Lévis'])
})

test('routes that the phone stored without that fact keep their order', () => {
  const stored = routes.map(({ id, name }) => ({ id, name }))
  expect(ownRoutesFirst(stored)).toEqual(stored)
})

test('the run that the driver is in comes first, then those of their routes', () => {
  const run = (routeId: string, userId: string) => ({ routeId, userDurations: [{ userId, name: userId, email: null, duration: 0 }] })
  const runs = [run('Lévis', 'Marc'), run('Limoilou', 'Lucie'), run('Beauport', 'Rémi')]
  expect(ownRunsFirst(runs, routes, 'Rémi').map(({ routeId }) => routeId)).toEqual(['Beauport', 'Limoilou', 'Lévis'])
})
