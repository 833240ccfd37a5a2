import { expect, test } from 'vitest'
import { spokenText } from './sms.ts'

const company = { companyName: 'Déneigement Boréal inc.', companyPhone: '4185550142' }
const opening = 'Déneigement Boréal inc. vous appelle au sujet de votre déneigement. Pour nous joindre, composez le 4 1 8, 5 5 5, 0 1 4 2.'
const ending = 'Pour ne plus recevoir ces appels, appuyez sur 9.'

test.each([
  ['Déneigement Boréal inc. : nous passons ce soir.', 'Nous passons ce soir.'],
  ['Boréal\u00a0: nous passons ce soir.', 'Nous passons ce soir.'],
  ['Nous passons ce soir. – Boréal', 'Nous passons ce soir. – Boréal'],
  ['Attention : nous passons ce soir.', 'Attention : nous passons ce soir.'],
])('a call says who calls, what for and how to reach them, and the name once: %s', (text, said) => {
  expect(spokenText({ ...company, purpose: 'alert', text })).toBe(`${opening} ${said} ${ending}`)
})

test('the crew is called about its work, and a company without a good number gives none', () => {
  expect(spokenText({ companyName: 'Boréal', companyPhone: '', purpose: 'crew', text: 'Boréal\u00a0: départ à 3\u00a0h.' })).toBe(
    `Boréal vous appelle pour le travail de l’équipe. Départ à 3\u00a0h. ${ending}`,
  )
})
