import { expect, test } from 'vitest'
import { life } from './life.ts'

const door = life<'open' | 'ajar' | 'closed' | 'locked', 'open' | 'close' | 'lock'>(['open', 'close', 'lock'], {
  open: { close: 'closed' },
  ajar: { open: 'open', close: 'closed' },
  closed: { open: 'open', lock: 'locked' },
  locked: {},
})

test('a life gives the next state, the states that allow an event, and the state it leads to', () => {
  expect(door.states).toEqual(['open', 'ajar', 'closed', 'locked'])
  expect(door.after('closed', 'open')).toBe('open')
  expect(door.after('locked', 'open')).toBeUndefined()
  expect(door.from('close')).toEqual(['open', 'ajar'])
  expect(door.to('close')).toBe('closed')
})

test('a table where an event leads to two states, or nowhere, is refused at once', () => {
  expect(() => life(['turn'], { on: { turn: 'off' }, off: { turn: 'on' } })).toThrow('turn')
  expect(() => life(['break'], { on: {}, off: {} })).toThrow('nowhere')
})
