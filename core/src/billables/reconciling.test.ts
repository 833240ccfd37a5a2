import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import { type Known, type KnownLine, reconcile, type Said, type Source } from './reconciling.ts'

const said = (amount: Cents | null): Said => ({ description: 'x', quantity: 1, price: amount, amount })
const source = (key: string, amount: Cents | null): Source => ({ key, ...said(amount) })

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** The stored lines as the server keeps them, told only through steps and through what people do. */
class Store {
  lines: KnownLine[] = []
  #n = 0

  read(sources: readonly Source[]) {
    for (const step of reconcile(sources, copy(this.lines)))
      switch (step.do) {
        case 'propose':
          this.lines.push({ ...this.#fresh(step.source.key, step.source), adjustments: [] })
          break
        case 'follow': {
          const line = this.#find(step.id)
          line.source = step.source ?? said(0)
          if (!step.isChanged) line.amount = step.source?.amount ?? null
          break
        }
        case 'remove':
          this.lines = this.lines.filter(({ id }) => id !== step.id)
          for (const line of this.lines) line.adjustments = line.adjustments.filter(({ id }) => id !== step.id)
          break
        case 'adjust':
          this.lines.find(({ id }) => id === step.line.id)?.adjustments.push(this.#fresh(step.key, said(step.amount)))
          break
        case 'change': {
          const line = this.#find(step.id)
          line.amount = step.amount
          line.source = said(step.amount)
        }
      }
  }

  #fresh = (key: string, one: Said): Known => ({
    id: `${++this.#n}`,
    key,
    state: 'proposed',
    amount: one.amount,
    source: { ...one },
    isDecided: false,
  })
  all = () => this.lines.flatMap((line) => [line, ...line.adjustments])
  #find = (id: string) => this.all().find((one) => one.id === id) as Known
  sum = (isIn: (one: Known) => boolean = () => true) => this.all().reduce((sum, one) => sum + (isIn(one) ? (one.amount ?? 0) : 0), 0)
}

test('reading the same sources again, in any order, changes nothing', () => {
  const sources = [source('a', 4500), source('b', null), source('c', 0)]
  const store = new Store()
  store.read(sources)
  const before = copy(store.lines)
  store.read(sources.toReversed())
  expect(store.lines).toEqual(before)
  expect(store.lines.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a proposed line follows its source, and goes with it', () => {
  const store = new Store()
  store.read([source('a', 4500)])
  store.read([source('a', 6000)])
  expect(store.sum()).toBe(6000)
  store.read([])
  expect(store.lines).toEqual([])
})

test('what someone decided stays, and what its source says since is kept beside it', () => {
  const store = new Store()
  store.read([source('a', 4500)])
  const [line] = store.lines
  Object.assign(line as Known, { isDecided: true, amount: 4000 })
  store.read([source('a', 6000)])
  expect(store.lines).toMatchObject([{ amount: 4000, source: { amount: 6000 } }])
  store.read([])
  expect(store.lines).toMatchObject([{ amount: 4000, source: { amount: 0 } }])
})

test('a changed source of an invoiced line adds one difference, which follows until it is billed too', () => {
  const store = new Store()
  store.read([source('a', 4500)])
  const [line] = store.lines
  if (line) line.state = 'invoiced'
  store.read([source('a', 6000)])
  store.read([source('a', 6000)])
  expect(store.lines).toMatchObject([{ amount: 4500, adjustments: [{ key: 'a#1', amount: 1500 }] }])
  store.read([])
  expect(store.lines).toMatchObject([{ amount: 4500, adjustments: [{ key: 'a#1', amount: -4500 }] }])
  if (line?.adjustments[0]) line.adjustments[0].state = 'invoiced'
  store.read([source('a', 4500)])
  expect(store.lines[0]?.adjustments).toMatchObject([
    { key: 'a#1', amount: -4500 },
    { key: 'a#2', amount: 4500 },
  ])
})

test('a waived difference bills nothing: another source is judged by what was billed', () => {
  const store = new Store()
  const differences = () => store.lines[0]?.adjustments.map(({ state, amount }) => [state, amount])
  store.read([source('a', 6000)])
  const [line] = store.lines
  if (line) line.state = 'invoiced'
  store.read([source('a', 4000)])
  const [credit] = line?.adjustments ?? []
  Object.assign(credit as Known, { state: 'waived', isDecided: true })
  store.read([source('a', 4000)])
  expect(differences()).toEqual([['waived', -2000]])
  store.read([source('a', 6000)])
  expect(differences()).toEqual([['waived', -2000]])
  store.read([source('a', 8000)])
  expect(differences()).toEqual([
    ['waived', -2000],
    ['proposed', 2000],
  ])
  store.read([source('a', 4000)])
  expect(differences()).toEqual([['waived', -2000]])
})

test('a line billed by hand is adjusted by what its source changed, not back to what it said', () => {
  const store = new Store()
  store.read([source('a', 4500)])
  const [line] = store.lines
  Object.assign(line as Known, { isDecided: true, amount: 4000, state: 'invoiced' })
  store.read([source('a', 4500)])
  expect(store.lines[0]?.adjustments).toEqual([])
  store.read([source('a', 5500)])
  expect(store.lines[0]?.adjustments).toMatchObject([{ amount: 1000 }])
})

test('a line billed by hand for less is never credited beyond what was billed', () => {
  const store = new Store()
  store.read([source('a', 9000)])
  const [line] = store.lines
  Object.assign(line as Known, { isDecided: true, amount: 1000, state: 'invoiced' })
  store.read([source('a', 6500)])
  expect(store.lines[0]?.adjustments).toMatchObject([{ amount: -1000 }])
  store.read([])
  expect(store.lines[0]?.adjustments).toMatchObject([{ amount: -1000 }])
})

test('whatever is read, invoiced and waived, in whatever order: keys are unique, and what is billed is what the sources say', () => {
  const keys = ['a', 'b', 'c']
  const act = fc.oneof(
    fc.record({ do: fc.constant('read' as const), amounts: fc.tuple(...keys.map(() => fc.constantFrom(null, -1, 0, 1, 4500, 6000))) }),
    fc.record({ do: fc.constant('invoice' as const), at: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const store = new Store()
      let last: Source[] = []
      for (const one of acts) {
        if (one.do === 'read') {
          // -1 stands for a source that is gone.
          last = keys.flatMap((key, i) => (one.amounts[i] === -1 ? [] : [source(key, one.amounts[i] ?? null)]))
          store.read(last)
        } else {
          const open = store.all().filter(({ state, amount }) => state === 'proposed' && amount !== null)
          const line = open[one.at % Math.max(1, open.length)]
          if (line) line.state = 'invoiced'
        }
        const all = store.all().map(({ key }) => key)
        expect(new Set(all).size).toBe(all.length)
      }
      store.read(last)
      if (last.every(({ amount }) => amount !== null)) {
        expect(store.sum()).toBe(last.reduce((sum, { amount }) => sum + (amount ?? 0), 0))
        const before = copy(store.lines)
        store.read(last)
        expect(store.lines).toEqual(before)
      }
    }),
    { numRuns: 500 },
  )
})
