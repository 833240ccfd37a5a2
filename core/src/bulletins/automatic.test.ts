import { expect, test } from 'vitest'
import { computeBulletin, type Night } from './automatic.ts'
import { usualSentences } from './bulletin.ts'

const night = (more: Partial<Night>): Night => ({
  isOpen: true,
  hasJustEnded: false,
  hasBegun: true,
  underWay: {},
  lastKind: null,
  sites: { total: 100, done: 0, partial: 0 },
  ...more,
})
const said = (more: Partial<Night>, own = {}) => {
  const { state, text } = computeBulletin(night(more), own, usualSentences)
  return [state, text]
}
const sites = (total: number, done: number, partial = 0) => ({ total, done, partial })

test('without an operation nothing is planned, or all is done since yesterday', () => {
  expect(said({ isOpen: false })).toEqual(['idle', null])
  expect(said({ isOpen: false, hasJustEnded: true })).toEqual(['done', 'Un oubli? Signalez-le.'])
})

test('an operation in which no truck has left is about to begin, at no hour that nobody wrote', () => {
  expect(said({ hasBegun: false })).toEqual(['leaving', 'Nos équipes se préparent à partir.'])
  expect(said({ hasBegun: false }, { leaving: 'On part à 2 h.' })).toEqual(['leaving', 'On part à 2 h.'])
})

test.each([
  ['opening', 'first-pass'],
  ['windrow', 'windrow'],
  ['full', 'under-way'],
  ['final', 'final'],
  ['salting', 'salting'],
] as const)('a round of kind %s is said as %s', (kind, state) => {
  expect(said({ underWay: { [kind]: 40 } })[0]).toBe(state)
})

test('of rounds at once, the one with the most stops is said', () => {
  expect(said({ underWay: { opening: 10, full: 60, salting: 5 } })[0]).toBe('under-way')
})

test.each([
  [sites(100, 57), 'Nos équipes sont sur la route. Environ 60\u00a0% des entrées faites.'],
  [sites(100, 4), 'Nos équipes sont sur la route.'],
  [sites(100, 97), 'Nos équipes sont sur la route. Environ 90\u00a0% des entrées faites.'],
  [sites(100, 100), 'Nos équipes sont sur la route.'],
  [sites(9, 5), 'Nos équipes sont sur la route.'],
  [sites(100, 30, 40), 'Nos équipes sont sur la route. Environ 30\u00a0% des entrées faites.'],
])('the share done is rounded to tens, and never about a few doors: %o', (of, text) => {
  expect(said({ underWay: { full: 50 }, sites: of })).toEqual(['under-way', text])
})

test('in a first pass, an access that was opened in part is done', () => {
  expect(said({ underWay: { opening: 50 }, sites: sites(100, 30, 40) })[1]).toMatch(/Environ 70\u00a0% des entrées faites\.$/)
})

test('a sector to which no truck has come yet is not said to be cleared', () => {
  expect(said({})).toEqual(['under-way', 'Nos équipes ne sont pas encore dans ce secteur.'])
})

test('when the trucks are back, what they did says what is next', () => {
  expect(said({ lastKind: 'full', sites: sites(20, 20) })[0]).toBe('done')
  expect(said({ lastKind: 'full', sites: sites(20, 12) })).toEqual(['under-way', 'Une partie du travail est faite; la suite viendra.'])
  expect(said({ lastKind: 'opening', sites: sites(20, 5, 15) })).toEqual(['under-way', 'Le premier passage est terminé; la suite viendra.'])
})
