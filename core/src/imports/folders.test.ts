import { expect, test } from 'vitest'
import { Folders, isSamePlace } from './folders.ts'

const saintJean = { civicNumber: '123', street: 'rue Saint-Jean', city: 'Québec' }
const quai = { civicNumber: '9', street: 'rue du Quai', city: 'Lévis' }
const nobody = () => false

function town() {
  const folders = new Folders()
  folders.addClient({ id: 'a', number: '007', name: 'Hélène Côté', place: saintJean })
  folders.addClient({ id: 'b', number: '8', name: 'Jean Roy', place: {} })
  folders.addClient({ id: 'c', number: '9', name: 'Jean Roy', place: quai })
  folders.addSite({ id: 'a1', clientId: 'a', name: 'Entrée', place: saintJean })
  folders.addSite({ id: 'b1', clientId: 'b', name: 'Entrée', place: quai })
  folders.addSite({ id: 'b2', clientId: 'b', name: 'Cour / arrière', place: { civicNumber: '10', street: 'rue du Quai' } })
  return folders
}
const ids = (found: object) => ('one' in found ? (found.one as { id: string }).id : found)

test('a client is linked by number, then by name, whatever the case and the accents', () => {
  const folders = town()
  expect(ids(folders.findClient('007'))).toBe('a')
  expect(ids(folders.findClient('helene COTE'))).toBe('a')
  expect(ids(folders.findClient('7'))).toBe('a') // Excel took the zeros
  expect(folders.findClient('Inconnu')).toEqual({ none: true })
  expect(folders.findClient('Jean Roy')).toEqual({
    problem: '«\u00a0Jean Roy\u00a0» désigne plusieurs clients\u00a0: «\u00a08 (Jean Roy)\u00a0», «\u00a09 (Jean Roy)\u00a0».',
  })
})

test('a site is linked by client and name, by a name or an address that is the only one', () => {
  const folders = town()
  expect(ids(folders.findSite('007 / entree'))).toBe('a1')
  expect(ids(folders.findSite('8 / Cour / arrière'))).toBe('b2')
  expect(ids(folders.findSite('Entrée', 'b'))).toBe('b1')
  expect(ids(folders.findSite('cour / ARRIERE'))).toBe('b2')
  expect(ids(folders.findSite('123 rue St-Jean'))).toBe('a1')
  expect(ids(folders.findSite('9, rue du Quai, Lévis'))).toBe('b1')
  expect(folders.findSite('9, rue du Quai', 'a')).toEqual({ none: true })
  expect(folders.findSite('Entrée')).toEqual({
    problem: '«\u00a0Entrée\u00a0» désigne plusieurs points de service\u00a0: «\u00a0007 / Entrée\u00a0», «\u00a08 / Entrée\u00a0».',
  })
})

test('a number that is someone else’s is refused; a name or an address in common is a correction', () => {
  const folders = town()
  const match = (row: object) => ids(folders.matchClient({ number: '007', name: 'Paul Gagnon', place: {}, ...row }, nobody))
  expect(match({ place: quai })).toEqual({
    problem: 'Le numéro 007 est celui de «\u00a0Hélène Côté\u00a0», qui n’est pas à la même adresse que «\u00a0Paul Gagnon\u00a0».',
  })
  expect(match({ at: quai })).toHaveProperty('problem')
  expect(match({})).toHaveProperty('problem')
  expect(match({ place: saintJean })).toBe('a')
  expect(match({ name: 'HELENE COTE', place: quai })).toBe('a')
  expect(match({ name: 'Hélène Côté-Roy' })).toBe('a')
})

test('without a number a client is known by name and address', () => {
  const folders = town()
  const match = (row: object) => ids(folders.matchClient({ name: 'Jean Roy', place: {}, ...row }, nobody))
  expect(match({ place: { ...quai, street: 'RUE DU QUAI' } })).toBe('c')
  expect(match({})).toHaveProperty('problem')
  expect(match({ at: { civicNumber: '10', street: 'rue du Quai' } })).toBe('b')
  expect(match({ name: 'Hélène Côté' })).toBe('a')
  expect(match({ name: 'Hélène Côté', place: quai })).toEqual({ none: true })
})

test('a new number finds the client of that name and address, unless a row of the file speaks of him', () => {
  const folders = town()
  const row = { number: 'C-1', name: 'Hélène Côté', place: saintJean }
  expect(ids(folders.matchClient(row, nobody))).toBe('a')
  expect(folders.matchClient(row, (number) => number === '007')).toEqual({ none: true })
  expect(folders.matchClient({ ...row, place: {} }, nobody)).toEqual({ none: true })
})

test('a site of a client is known by its name, or for want of one by its address', () => {
  const folders = town()
  expect(ids(folders.matchSite('b', { name: 'ENTREE', place: {} }))).toBe('b1')
  expect(ids(folders.matchSite('b', { place: quai }))).toBe('b1')
  expect(folders.matchSite('b', { name: 'Autre', place: quai })).toEqual({ none: true })
})

test('what could not be written is not linked to', () => {
  const folders = town()
  folders.removeClient('a')
  folders.removeSite('b2')
  expect(folders.findClient('007')).toEqual({ none: true })
  expect(folders.findSite('10 rue du Quai')).toEqual({ none: true })
})

test('two addresses are one place as far as both say', () => {
  expect(isSamePlace(saintJean, { civicNumber: '123', street: 'rue St-Jean' })).toBe(true)
  expect(isSamePlace(saintJean, { ...saintJean, city: 'Lévis' })).toBe(false)
  expect(isSamePlace({}, {})).toBe(false)
})
