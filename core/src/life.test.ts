import { expect, test } from 'vitest'
import { life } from './life.ts'

const door = life<'open' | 'ajar' | 'closed' | 'locked', 'open' | 'close' | 'lock'>(['open', 'close', 'lock'], {
  open: { close: 'closed' },
  ajar: { open: 'open', close: 'closed' },
  closed: { open: 'open', lock: 'locked' },
  locked: {},
})

test('a table says what comes after, where an event may come, and where it leads', () => {
  expect(door.states).toEqual(['open', 'ajar', 'closed', 'locked'])
  expect(door.after('closed', 'open')).toBe('open')
  expect(door.after('locked', 'open')).toBeUndefined()
  expect(door.from('close')).toEqual(['open', 'ajar'])
  expect(door.to('close')).toBe('closed')
})

test('an event that leads to two states, or nowhere, is refused when the table is read', () => {
  expect(() => life(['turn'], { on: { turn: 'off' }, off: { turn: 'on' } })).toThrow('turn')
  expect(() => life(['break'], { on: {}, off: {} })).toThrow('nowhere')
})
