import { expect, test } from 'vitest'
import { spokenText } from './sms.ts'

test.each([
  ['Déneigement Boréal inc. : nous passons ce soir.', 'Déneigement Boréal inc. : nous passons ce soir.'],
  ['Boréal\u00a0: nous passons ce soir.', 'Boréal\u00a0: nous passons ce soir.'],
  ['Nous passons ce soir. – Boréal', 'Déneigement Boréal inc. Nous passons ce soir. – Boréal'],
  ['Attention : nous passons ce soir.', 'Déneigement Boréal inc. Attention : nous passons ce soir.'],
])('a call says the company’s name first, and once: %s', (text, said) => {
  expect(spokenText({ companyName: 'Déneigement Boréal inc.', text })).toBe(`${said} Pour ne plus recevoir ces appels, appuyez sur 9.`)
})
