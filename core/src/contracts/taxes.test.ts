import { expect, test } from 'vitest'
import { taxPlace, taxRates } from './taxes.ts'

const rates = (state: string | null, day = '2026-11-01', country: string | null = 'CA') =>
  taxRates({ state, country }, day).map(({ code, percent }) => `${code} ${percent}`)

test.each([
  ['QC', ['gst 5', 'qst 9.975']],
  ['qc', ['gst 5', 'qst 9.975']],
  ['ON', ['hst 13']],
  ['NB', ['hst 15']],
  ['NL', ['hst 15']],
  ['PE', ['hst 15']],
  ['NS', ['hst 14']],
  ['AB', ['gst 5']],
])('%s pays %j', (state, expected) => {
  expect(rates(state)).toEqual(expected)
})

test('a rate depends on the day: Nova Scotia lowered its rate in April 2025', () => {
  expect(rates('NS', '2025-03-31')).toEqual(['hst 15'])
  expect(rates('NS', '2025-04-01')).toEqual(['hst 14'])
})

test('there is no tax outside Canada, and a missing country means Canada', () => {
  expect(rates('NY', '2026-11-01', 'US')).toEqual([])
  expect(rates('QC', '2026-11-01', null)).toEqual(['gst 5', 'qst 9.975'])
})

test('the site decides, else the billing address, else the company', () => {
  const [ontario, québec] = [
    { state: 'ON', country: 'CA' },
    { state: 'QC', country: null },
  ]
  expect(taxPlace(ontario, québec)).toBe(ontario)
  expect(taxPlace(null, québec, ontario)).toBe(québec)
  expect(taxPlace({ state: null, country: 'CA' }, { state: null, country: null }, ontario)).toBe(ontario)
  const abroad = { state: null, country: 'US' }
  expect(taxPlace(abroad, québec)).toBe(abroad)
})
