import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractTotal, taxedTotal } from '../contracts/contract-money.ts'
import { taxRates } from '../contracts/taxes.ts'
import { priceWords } from './price-words.ts'
import { type Band, bandOf, pricings, rateErrors, withPrices } from './pricing.ts'
import { serviceLines } from './terms.ts'

const bands = [
  { upTo: 5, price: 4000 },
  { upTo: 10, price: 6000 },
  { upTo: null, price: 8000 },
]
const line = { name: 'Stationnement', price: 45, bands: null, equipment: null, materialKind: null, materialUnit: null }

test('a depth is in exactly one band, and on a boundary in the lower one', () => {
  expect([0, 5, 5.1, 10, 10.1, 300].map((depth) => bandOf(bands, depth)?.price)).toEqual([4000, 4000, 6000, 6000, 8000, 8000])
  const limits = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 12 })
  fc.assert(
    fc.property(limits, fc.integer({ min: 0, max: 5000 }), (tenths, depth) => {
      const sorted = tenths.toSorted((a, b) => a - b).map((tenth): Band => ({ upTo: tenth / 10, price: tenth }))
      const all = [...sorted, { upTo: null, price: 9999 }]
      expect(rateErrors({ ...line, pricing: 'outing', bands: all })).toEqual([])
      const within = all.filter(({ upTo }, i) => depth / 10 > (all[i - 1]?.upTo ?? -1) && (upTo === null || depth / 10 <= upTo))
      expect(within).toEqual([bandOf(all, depth / 10)])
    }),
  )
})

test.each([
  ['no band', [], ['bands']],
  ['a last band with a limit', [{ upTo: 5, price: 1 }], ['bands', 0, 'upTo']],
  [
    'an open band before the last',
    [
      { upTo: null, price: 1 },
      { upTo: null, price: 2 },
    ],
    ['bands', 0, 'upTo'],
  ],
  [
    'a band that ends where another did',
    [
      { upTo: 5, price: 1 },
      { upTo: 5, price: 2 },
      { upTo: null, price: 3 },
    ],
    ['bands', 1, 'upTo'],
  ],
])('%s is refused', (_, given, path) => {
  expect(rateErrors({ ...line, pricing: 'outing', bands: given }).map(([where]) => where)).toEqual([path])
  expect(serviceLines.safeParse([{ ...line, pricing: 'outing', bands: given }]).error?.issues[0]?.path).toEqual([0, ...path])
})

test('only a season’s price may be negative; a rate names what it is for', () => {
  const wrong = (changes: object) => serviceLines.safeParse([{ ...line, ...changes }]).error?.issues.map(({ path }) => path.at(-1)) ?? []
  expect(wrong({ price: -45 })).toEqual([])
  expect(wrong({ pricing: 'pass', price: -45 })).toEqual(['price'])
  expect(wrong({ pricing: 'pass', price: 0 })).toEqual([])
  expect(wrong({ pricing: 'hour' })).toEqual(['equipment'])
  expect(wrong({ pricing: 'material' })).toEqual(['materialKind', 'materialUnit'])
  expect(wrong({ pricing: 'material', materialKind: 'none', materialUnit: 'kg' })).not.toEqual([])
})

test('lines that are not of the season never move a total by a cent', () => {
  const priced = fc.record({
    pricing: fc.constantFrom(...pricings),
    price: fc.integer({ min: -50_000, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 5000 }).map((n) => n / 100),
  })
  const rates = taxRates({ state: 'QC', country: 'CA' }, '2026-11-01')
  fc.assert(
    fc.property(fc.array(priced, { maxLength: 20 }), (lines) => {
      const season = lines.filter(({ pricing }) => pricing === 'season')
      expect(contractTotal(lines, rates)).toEqual(taxedTotal(season, rates))
    }),
  )
})

test('a renewal raises the bands with the price', () => {
  expect(withPrices({ price: 100, bands }, (price) => price * 2)).toEqual({
    price: 200,
    bands: [
      { upTo: 5, price: 8000 },
      { upTo: 10, price: 12_000 },
      { upTo: null, price: 16_000 },
    ],
  })
  expect(withPrices({ price: 100, bands: null }, (price) => price + 1)).toEqual({ price: 101, bands: null })
})

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
test.each([
  ['pass', {}, '45,00 $ par passage', '3 passages = 135,00 $ + taxes'],
  [
    'outing',
    { bands },
    'jusqu’à 5 cm : 40,00 $; plus de 5 à 10 cm : 60,00 $; plus de 10 cm : 80,00 $',
    'une sortie de 8 cm = 60,00 $ + taxes',
  ],
  ['outing', { bands: [{ upTo: null, price: 7550 }] }, 'peu importe la neige : 75,50 $', 'une sortie de 3 cm = 75,50 $ + taxes'],
  ['hour', { equipment: 'Chargeuse', price: 120 }, 'Chargeuse : 120,00 $ l’heure', '1 h 30 = 180,00 $ + taxes'],
  ['material', { materialKind: 'salt', materialUnit: 'bag', price: 12.5 }, 'Sel : 12,50 $ le sac', '4 sacs = 50,00 $ + taxes'],
] as const)('%s is shown with an example in numbers', (pricing, changes, rate, example) => {
  const words = priceWords({ ...line, pricing, ...changes }, { isTaxesCharged: true })
  expect([plain(words?.rate), plain(words?.example)]).toEqual([rate, example])
})

test('an example says nothing of taxes that are not charged; a season’s line needs none', () => {
  expect(plain(priceWords({ ...line, pricing: 'pass' }, { isTaxesCharged: false })?.example)).toBe('3 passages = 135,00 $')
  expect(priceWords({ ...line, pricing: 'season' }, { isTaxesCharged: true })).toBeNull()
})
