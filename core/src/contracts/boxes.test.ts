import { expect, test } from 'vitest'
import { boxTexts, tickedTexts } from './boxes.ts'

const { read, privacy } = boxTexts('Neige inc.')

test.each([[['read', 'privacy']], [['privacy', 'read']], [[read, privacy]], [['read', privacy]]])(
  'both boxes, as %j, give our sentences in our order',
  (sent) => expect(tickedTexts(sent, 'Neige inc.')).toEqual([read, privacy]),
)

test.each([
  [[]],
  [['read']],
  [['read', 'read']],
  [['read', 'privacy', 'prix total 0,00 $']],
  [[read, boxTexts('Une autre inc.').privacy]],
  [['Read', 'Privacy']],
])('%j is not both boxes', (sent) => expect(tickedTexts(sent, 'Neige inc.')).toBeUndefined())
