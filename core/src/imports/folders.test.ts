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

test('a client is found by number, then by name, ignoring case and accents', () => {
  const folders = town()
  expect(ids(folders.findClient('007'))).toBe('a')
  expect(ids(folders.findClient('helene COTE'))).toBe('a')
  expect(ids(folders.findClient('7'))).toBe('a') // Excel dropped the zeros
  expect(folders.findClient('Inconnu')).toEqual({ none: true })
  expect(folders.findClient('Jean Roy')).toEqual({
    problem: '«\u00a0Jean Roy\u00a0» désigne plusieurs clients\u00a0: «\u00a08 (Jean Roy)\u00a0», «\u00a09 (Jean Roy)\u00a0».',
  })
})

test('a site is found by client and name, or by a name or an address that is unique', () => {
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

test('a number that belongs to someone else is refused; a shared name or address means a correction', () => {
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

test('without a number, a client is found by name and address', () => {
  const folders = town()
  const match = (row: object) => ids(folders.matchClient({ name: 'Jean Roy', place: {}, ...row }, nobody))
  expect(match({ place: { ...quai, street: 'RUE DU QUAI' } })).toBe('c')
  expect(match({})).toHaveProperty('problem')
  expect(match({ at: { civicNumber: '10', street: 'rue du Quai' } })).toBe('b')
  expect(match({ name: 'Hélène Côté' })).toBe('a')
  expect(match({ name: 'Hélène Côté', place: quai })).toEqual({ none: true })
})

test('a new number matches the client of that name and address, unless another row of the file has their number', () => {
  const folders = town()
  const row = { number: 'C-1', name: 'Hélène Côté', place: saintJean }
  expect(ids(folders.matchClient(row, nobody))).toBe('a')
  expect(folders.matchClient(row, (number) => number === '007')).toEqual({ none: true })
  expect(folders.matchClient({ ...row, place: {} }, nobody)).toEqual({ none: true })
})

test("a client's site is found by its name, or by its address if it has no name", () => {
  const folders = town()
  expect(ids(folders.matchSite('b', { name: 'ENTREE', place: {} }))).toBe('b1')
  expect(ids(folders.matchSite('b', { place: quai }))).toBe('b1')
  expect(folders.matchSite('b', { name: 'Autre', place: quai })).toEqual({ none: true })
})

test("rows that could not be saved can't be linked to", () => {
  const folders = town()
  folders.removeClient('a')
  folders.removeSite('b2')
  expect(folders.findClient('007')).toEqual({ none: true })
  expect(folders.findSite('10 rue du Quai')).toEqual({ none: true })
})

test('two addresses match when every part they both have matches', () => {
  expect(isSamePlace(saintJean, { civicNumber: '123', street: 'rue St-Jean' })).toBe(true)
  expect(isSamePlace(saintJean, { ...saintJean, city: 'Lévis' })).toBe(false)
  expect(isSamePlace({}, {})).toBe(false)
})

test("another client's folder is not overwritten because of a shared « inc » or « les »", () => {
  const folders = new Folders()
  folders.addClient({ id: 'p', number: '10', name: 'Plomberie ABC inc.', place: {} })
  folders.addClient({ id: 't', number: '11', name: 'Les Toitures Roy', place: {} })
  const match = (number: string, name: string) => ids(folders.matchClient({ number, name, place: {} }, nobody))
  expect(match('10', 'Toitures XYZ inc.')).toEqual({
    problem: 'Le numéro 10 est celui de «\u00a0Plomberie ABC inc.\u00a0», et non de «\u00a0Toitures XYZ inc.\u00a0».',
  })
  expect(match('11', 'Les Immeubles Côté')).toHaveProperty('problem')
  expect(match('11', 'Toitures Roi')).toBe('t')
})

test('a number that lost its zeros finds its client, unless the file has both', () => {
  const folders = town()
  const row = { number: '7', name: 'Hélène Côté', place: {} }
  expect(ids(folders.matchClient(row, nobody))).toBe('a')
  expect(folders.matchClient(row, (number) => number === '007')).toEqual({ none: true })
  expect(folders.matchClient({ ...row, name: 'Luc Morin' }, nobody)).toEqual({ none: true })
})

test('two lines with one name are two people if they share only the name', () => {
  const folders = new Folders()
  const [one, other] = [
    { phone: '4185550101', email: 'a@exemple.ca' },
    { phone: '4185550102', email: 'b@exemple.ca' },
  ]
  folders.addClient({ id: 'j', number: null, name: 'Jean Tremblay', place: {}, served: [quai], ...one })
  folders.addClient({ id: 'g', number: null, name: 'Gestion Roy inc.', place: {}, served: [quai], ...one })
  const match = (row: object) => ids(folders.matchClient({ name: 'Jean  TREMBLAY', place: {}, at: saintJean, ...row }, nobody))
  expect(match(other)).toEqual({ none: true })
  expect(match({ phone: other.phone })).toEqual({ none: true })
  expect(match({})).toBe('j')
  expect(match({ ...other, email: 'A@exemple.ca' })).toBe('j')
  expect(match({ ...other, at: quai })).toBe('j')
  expect(match({ ...other, name: 'Gestion Roy inc.' })).toBe('g')
})

test('sites without a name are named after their address, and names stay unique', () => {
  const folders = new Folders()
  const long = { civicNumber: '100', street: 'chemin de la Grande-Côte-de-la-Rivière-du-Nord' }
  const places = [
    { civicNumber: '100', street: 'rue Principale', city: 'Québec' },
    { civicNumber: '100', street: 'rue Principale', city: 'Lévis' },
    { civicNumber: '100', street: 'rue Principale', city: 'Lévis' },
    { ...long, apartment: '1' },
    { ...long, apartment: '2' },
    { ...long, street: `${long.street}-Est-de-la-Ville` },
    { ...long, street: `${long.street}-Est-de-la-Vallée` },
  ]
  const names = places.map((place, at) => {
    const name = folders.nameFor('a', place, 50)
    folders.addSite({ id: String(at), clientId: 'a', name, place })
    return name
  })
  expect(names).toEqual([
    '100, rue Principale',
    '100, rue Principale (Lévis)',
    '100, rue Principale (2)',
    '100, chemin de la Grande-Côte-de-la-Rivière-du-Nor',
    '100, chemin de la Grande-Côte-de-la-Riviè (app. 2)',
    '100, chemin de la Grande-Côte-de-la-Rivière-du (2)',
    '100, chemin de la Grande-Côte-de-la-Rivière-du (3)',
  ])
})
