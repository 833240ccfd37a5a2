import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5555', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::7:1:1:1', '2001:db8:0:0::/64'],
  ['[2001:DB8:0:0:5::1]:99', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0001::1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense', 'unknown'],
])('%s counts as %s', (ip, counted) => {
  expect(addressOf({ ip })).toBe(counted)
})
