import { expect, test } from 'vitest'
import { readPasted } from './pasted-clients.ts'

const inputOf = (text: string) => readPasted(text).map(({ read }) => ('input' in read ? read.input : read.problem))

test('a line is a client, the address to clear and someone to alert, whatever separates its cells', () => {
  const expected = {
    client: { name: 'Luc Roy', email: 'luc@exemple.ca', phone: '4185550101' },
    site: { name: '12 rue Cartier', address: { civicNumber: '12', street: 'rue Cartier', city: 'Lévis' } },
    occupants: [{ firstName: 'Luc', lastName: 'Roy', phone: '4185550101', alertMethod: 'sms' }],
  }
  for (const line of [
    'Luc Roy\t12, rue Cartier, Lévis\t418 555-0101\tluc@exemple.ca',
    'Luc Roy;12, rue Cartier, Lévis;luc@exemple.ca;(418) 555-0101',
    'Luc Roy, 12 rue Cartier, Lévis, 418-555-0101, luc@exemple.ca',
  ])
    expect(inputOf(line), line).toMatchObject([expected])
})

test('headings and empty lines are skipped', () => {
  expect(inputOf('Nom\tAdresse\n\nAnne Côté\t3, rue Cartier, Lévis\n')).toMatchObject([{ client: { name: 'Anne Côté' }, occupants: [] }])
})

test('what the form would refuse is refused, and named', () => {
  expect(inputOf('Luc Roy')).toEqual(['«\u00a0Luc Roy\u00a0» n’a pas d’adresse.'])
  expect(inputOf('Luc Roy\t12\tluc@exemple.ca')).toEqual([expect.stringContaining('n’a pas de rue')])
  expect(inputOf('Luc Roy\t12, rue Cartier\tluc@')).toEqual([expect.stringContaining('courriel valide')])
})
