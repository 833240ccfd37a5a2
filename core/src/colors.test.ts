import { expect, test } from 'vitest'
import { chipColors, serviceColors } from './colors.ts'

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => sum + weight * channel(Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255), 0)

test('there are 17 colours for services and 22 for chips', () => {
  expect(Object.keys(serviceColors)).toHaveLength(17)
  expect(Object.keys(chipColors)).toHaveLength(22)
})

test.each(Object.entries(chipColors))('%s is readable on white', (_name, hex) => {
  expect(1.05 / (luminance(hex) + 0.05)).toBeGreaterThanOrEqual(4.5)
})
