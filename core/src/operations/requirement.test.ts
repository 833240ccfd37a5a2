import { expect, test } from 'vitest'
import { noRequirement, requirement, requirementFacts, requirementOf } from './requirement.ts'

const defaults = { triggerDepth: 5, doneBy: '07:00', hoursAfter: 6, ice: 'excluded' as const }

test('a contract says what it says; the company’s defaults say the rest', () => {
  expect(requirementOf({ ...noRequirement, triggerDepth: 2.5, maxInterval: 4 }, defaults)).toEqual({
    ...defaults,
    triggerDepth: 2.5,
    maxInterval: 4,
  })
  expect(requirementOf({ ...noRequirement, triggerDepth: 0, hoursAfter: 0 }, defaults)).toMatchObject({ triggerDepth: 0, hoursAfter: 0 })
})

test('a site without an active contract is served whatever fell, ice included', () => {
  expect(requirementOf(null, defaults)).toEqual({ ...noRequirement, doneBy: '07:00', hoursAfter: 6 })
})

test.each([
  { triggerDepth: 100.1 },
  { triggerDepth: 2.55 },
  { triggerDepth: -1 },
  { doneBy: '24:00' },
  { doneBy: '7:00' },
  { hoursAfter: 73 },
  { maxInterval: 0 },
  { maxInterval: 1.5 },
  { ice: 'sometimes' },
])('%j is refused', (wrong) => {
  expect(requirement.safeParse({ ...noRequirement, triggerDepth: 2.5, ...wrong }).success).toBe(false)
})

test('readers see only what the contract says', () => {
  const nbsp = '\u00a0'
  expect(requirementFacts(noRequirement)).toEqual({})
  const all = requirement.parse({ triggerDepth: 2.5, doneBy: '06:30', hoursAfter: 0, maxInterval: 4, ice: 'on-call' })
  expect(Object.entries(requirementFacts(all)).map(([name, value]) => `${name}: ${value}`)).toEqual([
    `Seuil de déclenchement: 2,5${nbsp}cm depuis le dernier passage complet`,
    `À faire avant: 6${nbsp}h${nbsp}30`,
    `Délai après la fin de la neige: 0${nbsp}h`,
    `Service 24${nbsp}h: au plus 4${nbsp}h entre deux passages`,
    'Glace: Sur appel',
  ])
})
