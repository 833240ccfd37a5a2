import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsOneSms, limitOf } from '../messages/sms-text.ts'
import { replyTo } from './replies.ts'

test('a reply begins with the company’s name', () => {
  expect(replyTo('help', { name: 'Déneigement Boréal', phone: '(418) 555-0142' })).toBe(
    "Déneigement Boréal : (418) 555-0142. Répondez ARRET pour ne plus recevoir d'alertes.",
  )
  expect(replyTo('stop', { name: 'Les Forêts ❄️', phone: '' })).toMatch(/^Les Forets : vous ne recevrez plus/)
})

test('a reply is one SMS of plain letters, whatever the company’s name', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ maxLength: 400 }))
  fc.assert(
    fc.property(name, fc.constantFrom('help', 'stop', 'start'), (name, answer) => {
      const reply = replyTo(answer, { name, phone: '+1 (418) 555-0142 poste 12345' })
      expect(fitsOneSms(reply)).toBe(true)
      expect(limitOf(reply)).toBe(160)
    }),
  )
})
