import { expect, test } from 'vitest'
import { type LineMove, moveOf } from './moves.ts'

const alone = { sitesCount: 1, hasMore: false, mayReport: true, mayTalk: true }
const several = { ...alone, sitesCount: 3, hasMore: true }
const stranger = { ...alone, sitesCount: 0 }

test.each<[string, 'menu' | 'site', string, typeof alone, LineMove]>([
  ['one site is the one that was forgotten', 'menu', '1', alone, { is: 'report', site: 0 }],
  ['of several, the caller says which', 'menu', '1', several, { is: 'ask-site' }],
  ['a stranger’s report has no site', 'menu', '1', stranger, { is: 'report', site: null }],
  ['whoever hides their number can’t report', 'menu', '1', { ...stranger, mayReport: false }, { is: 'again' }],
  ['2 asks for a person', 'menu', '2', alone, { is: 'talk' }],
  ['unless nobody can be dialled', 'menu', '2', { ...alone, mayTalk: false }, { is: 'again' }],
  ['1 pressed twice chooses no site', 'site', '1', several, { is: 'again' }],
  ['3 is the first site', 'site', '3', several, { is: 'report', site: 0 }],
  ['5 is the third', 'site', '5', several, { is: 'report', site: 2 }],
  ['6 is another one', 'site', '6', several, { is: 'report', site: null }],
  ['if there are others', 'site', '6', { ...several, hasMore: false }, { is: 'again' }],
  ['a star is nothing', 'site', '*', several, { is: 'again' }],
])('%s', (_, asked, key, offered, move) => expect(moveOf({ asked, key, tries: 0 }, offered)).toEqual(move))

test('the third wrong key ends the call', () => {
  expect(moveOf({ asked: 'menu', key: '7', tries: 2 }, alone)).toEqual({ is: 'hang-up' })
})
