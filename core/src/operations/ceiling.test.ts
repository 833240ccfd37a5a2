import { expect, test } from 'vitest'
import { bothOrNeither, ceilingErrors, ceilingFacts, inUnits, noCeiling, wholePasses } from './ceiling.ts'

const limited = { ceiling: 250, ceilingUnit: 'cm', ceilingPrice: 350 } as const

test('a ceiling, its unit and the price beyond it go together', () => {
  expect(ceilingErrors(noCeiling)).toEqual({})
  expect(ceilingErrors(limited)).toEqual({})
  expect(ceilingErrors({ ...limited, ceilingPrice: null })).toEqual({ ceilingPrice: bothOrNeither })
  expect(ceilingErrors({ ...noCeiling, ceilingPrice: 350 })).toEqual({ ceiling: bothOrNeither, ceilingUnit: bothOrNeither })
  expect(ceilingErrors({ ...limited, ceilingUnit: 'passes', ceiling: 12.5 })).toEqual({ ceiling: wholePasses })
})

test('a contract states both, in its own words', () => {
  expect(ceilingFacts({ ...limited, isTaxesCharged: true })).toEqual({
    'Compris dans le prix': 'jusqu’à 250\u00a0cm de neige par saison',
    'Au-delà': '3,50\u00a0$ par centimètre, taxes en sus',
  })
  const byPass = { ceiling: 25, ceilingUnit: 'passes', ceilingPrice: 4000, isTaxesCharged: false } as const
  expect(ceilingFacts(byPass)).toEqual({
    'Compris dans le prix': 'jusqu’à 25\u00a0passages par saison',
    'Au-delà': '40,00\u00a0$ par passage',
  })
  expect(ceilingFacts({ ...noCeiling, isTaxesCharged: true })).toEqual({})
  expect(inUnits(1, 'passes')).toBe('1\u00a0passage')
})
