import { expect, test } from 'vitest'
import { headingOf, importSheets, type SheetColumn } from './columns.ts'
import { guessFields, type Headed, isCount, isKnownHeading, namesApart, subjectOf } from './guesses.ts'
import type { ImportEntity, UploadedSheet } from './import.ts'
import { guessedKeys, missingFields, proposedMappings, withoutPersonsAsSites } from './mappings.ts'

/** The columns that our exports have. */
const exported = (entity: ImportEntity) => (importSheets[entity].columns as readonly SheetColumn[]).filter(({ importOnly }) => !importOnly)

const headed = (headings: readonly string[], rows: readonly string[][] = []): Headed[] =>
  headings.map((heading, place) => ({ heading, values: rows.map((row) => row[place] ?? null) }))

function sheet(name: string, headings: readonly string[], rows: readonly string[][] = []): Pick<UploadedSheet, 'name' | 'columns'> {
  const guesses = guessFields(name, headed(headings, rows))
  return {
    name,
    columns: headings.map((heading, i) => ({ normalizedKey: heading, originalKey: heading, potentialEntityFields: guesses[i] ?? [] })),
  }
}

const ours = (Object.keys(importSheets) as ImportEntity[]).flatMap((entity) =>
  importSheets[entity].columns.map((column) => ({ entity, heading: headingOf(column), field: `${entity}.${column.field}` })),
)

test.each(ours)('« $heading » of our own sheet of $entity is $field', ({ entity, heading, field }) => {
  const shape = importSheets[entity]
  const headings = shape.columns.map((column) => headingOf(column))
  expect(guessFields(shape.name, headed(headings))[headings.indexOf(heading)]?.[0]).toBe(field)
})

test.each([
  ['Nom', 'clients.name'],
  ['NOM DU CLIENT', 'clients.name'],
  ['Customer Name', 'clients.name'],
  ['Raison sociale', 'clients.name'],
  ['# client', 'clients.number'],
  ['No. de client', 'clients.number'],
  ['N° client', 'clients.number'],
  ['Tél.', 'clients.phone'],
  ['Téléphone (maison)', 'clients.phone'],
  ['Phone number', 'clients.phone'],
  ['Téléphone 2', 'clients.phone'],
  ['Courriel *', 'clients.email'],
  ['E-mail', 'clients.email'],
  ['email_address', 'clients.email'],
  ['Adresse', 'sites.address'],
  ['Adresse de service', 'sites.address'],
  ['Service Address', 'sites.address'],
  ['No civique', 'sites.civicNumber'],
  ['Nom de la rue', 'sites.street'],
  ['Code_Postal', 'sites.zip'],
  ['PostalCode', 'sites.zip'],
  ['Municipalité', 'sites.city'],
  ['Prov.', 'sites.state'],
  ['Cell', 'clients.phone'],
  ['Mode de communication', 'occupants.communicationMethod'],
  ['Prix ($)', 'contracts.servicePrice'],
  ['Montant', 'contracts.servicePrice'],
  ['Start date', 'contracts.startAt'],
  ['Qté', 'contracts.serviceQuantity'],
  ['Trajet', 'routes.name'],
  ['Remarques', 'clients.notes'],
])('« %s » in a sheet without a telling name is %s', (heading, field) => {
  expect(guessFields('Feuil1', headed([heading]))[0]).toContain(field)
})

test.each(['Réponses', 'Bulletins', 'Soumissions'])('no column of the sheet « %s » of an export is taken', (name) => {
  expect(guessFields(name, headed(['Nom', 'Téléphone']))).toEqual([[], []])
})

test('an unknown heading maps to nothing, whatever it is called', () => {
  expect(guessFields('Feuil1', headed(['Couleur préférée', '__proto__', 'constructor', '']))).toEqual([[], [], [], []])
  expect(isKnownHeading('toString')).toBe(false)
})

test('a column without a heading is recognised by its values', () => {
  const columns = [
    { heading: 'Colonne A', values: ['418 555-0142', null, '(581) 555-0199'] },
    { heading: 'Colonne B', values: ['a@b.ca'] },
    { heading: 'Colonne C', values: ['G1R 4P5', 'g1r4p5'] },
    { heading: 'Colonne D', values: ['12, rue du Nord', '1410 boul. Laurier'] },
    { heading: 'Colonne E', values: ['418 555-0142', 'aucun'] },
    { heading: 'Colonne F', values: [null] },
  ]
  const firsts = guessFields('Feuil1', columns).map(([first]) => first)
  expect(firsts).toEqual(['clients.phone', 'clients.email', 'sites.zip', 'sites.address', undefined, undefined])
})

test.each([
  ['Clients', 'clients'],
  ['Liste de clients 2026', 'clients'],
  ['Points de service', 'sites'],
  ['Adresses', 'sites'],
  ['Contrats hiver', 'contracts'],
  ['Routes', 'routes'],
  ['Feuil1', undefined],
  ['Modèles de contrats', 'templates'],
  ['Comptes', undefined],
])('a sheet called « %s » is about %s', (name, entity) => {
  expect(subjectOf(name)).toBe(entity)
})

test('an ambiguous heading follows the subject of its sheet', () => {
  const first = (name: string) => guessFields(name, headed(['Nom', 'Téléphone', 'Notes', 'Ville'])).map(([one]) => one)
  expect(first('Clients')).toEqual(['clients.name', 'clients.phone', 'clients.notes', 'clients.billingCity'])
  expect(first('Points de service')).toEqual(['sites.name', expect.anything(), 'sites.notes', 'sites.city'])
  expect(first('Occupants')).toEqual(['occupants.name', 'occupants.phone', 'occupants.notes', expect.anything()])
})

test("a small company's file imports clients, sites and occupants at once", () => {
  const proposed = proposedMappings([sheet('Feuil1', ['Nom', 'Adresse', 'Ville', 'Code postal', 'Téléphone', 'Courriel', 'Notes', 'Prix'])])
  expect(proposed).toEqual({
    clients: { sheet: 'Feuil1', keyMappings: { name: 'Nom', phone: 'Téléphone', email: 'Courriel' } },
    sites: { sheet: 'Feuil1', keyMappings: { address: 'Adresse', city: 'Ville', zip: 'Code postal', notes: 'Notes' } },
    occupants: { sheet: 'Feuil1', keyMappings: { name: 'Nom', phone: 'Téléphone' } },
  })
})

test.each(['Feuil1', 'clients', 'Adresses'])(
  'on a flat sheet called « %s », « No » is the client’s number, not the house’s, and the client is the one to alert',
  (name) => {
    const { clients, sites, occupants } = proposedMappings([sheet(name, ['No', 'Client', 'Adresse', 'Ville', 'Code postal', 'Tél.'])])
    expect(clients?.keyMappings).toMatchObject({ number: 'No', name: 'Client' })
    expect(sites?.keyMappings).toEqual({ address: 'Adresse', city: 'Ville', zip: 'Code postal' })
    expect(occupants?.keyMappings).toEqual({ name: 'Client', phone: 'Tél.' })
  },
)

test('next to a street, « No » is the house number', () => {
  const { clients, sites } = proposedMappings([sheet('Feuil1', ['Customer Name', 'No', 'Rue', 'Ville', 'Code postal'])])
  expect(clients?.keyMappings).not.toHaveProperty('number')
  expect(sites?.keyMappings).toMatchObject({ civicNumber: 'No', street: 'Rue' })
})

test('streets that include the house number are addresses', () => {
  const headings = ['No', 'Nom', 'Rue', 'Ville']
  const { sites } = proposedMappings([sheet('Feuil1', headings, [['1', 'Luc Roy', '12 rue du Nord', 'Granby']])])
  expect(sites?.keyMappings).toEqual({ address: 'Rue', city: 'Ville' })
  expect(guessFields('Feuil1', headed(headings, [['1', 'Luc Roy', '18e Rue', 'Granby']]))[2]).not.toContain('sites.address')
})

test('alerts go to the cell phone, if as many lines have one', () => {
  const headings = ['Nom', 'Adresse', 'Tél.', 'Cell.']
  const phoneOf = (...cells: string[]) => {
    const rows = cells.map((cell) => ['Luc Roy', '12 rue du Nord', '450 555-0101', cell])
    const { clients, occupants } = proposedMappings([sheet('Feuil1', headings, rows)])
    return [clients?.keyMappings.phone, occupants?.keyMappings.phone]
  }
  expect(phoneOf('450 555-0201', '450 555-0202')).toEqual(['Tél.', 'Cell.'])
  expect(phoneOf('450 555-0201', '')).toEqual(['Tél.', 'Tél.'])
})

test('a land line is alerted only for lack of another phone', () => {
  const row = ['Luc Roy', '12 rue du Nord', '450 555-0101', '450 555-0201']
  const alerted = (...headings: string[]) =>
    proposedMappings([sheet('Feuil1', ['Nom', 'Adresse', ...headings], [row])]).occupants?.keyMappings.phone
  expect(alerted('Tél. maison')).toBe('Tél. maison')
  expect(alerted('Tél. maison', 'Téléphone')).toBe('Téléphone')
  expect(alerted('Tél. bureau', 'Cell.')).toBe('Cell.')
})

test("a first name in a separate column is joined to the client's name", () => {
  expect(namesApart('clients', ['No', 'Prénom', 'Nom', 'Adresse'])).toEqual({ first: 1, last: 2 })
  expect(namesApart('Feuil1', ['First Name', 'Last Name'])).toEqual({ first: 0, last: 1 })
  expect(namesApart('Feuil1', ['Raison sociale', 'Prénom', 'Nom'])).toBeUndefined()
  expect(namesApart('Clients', exported('clients').map(headingOf))).toBeUndefined()
  expect(namesApart('Occupants', ['Prénom', 'Nom'])).toBeUndefined()

  const { clients, occupants } = proposedMappings([sheet('clients', ['Prénom', 'Nom', 'Adresse', 'Téléphone', 'Prénom et nom'])])
  expect(clients?.keyMappings).toMatchObject({ name: 'Prénom et nom' })
  expect(occupants?.keyMappings).not.toHaveProperty('name')
  expect(occupants?.keyMappings).toMatchObject({ firstName: 'Prénom', lastName: 'Nom', phone: 'Téléphone' })
})

test('an export proposes each of its sheets for what it is, and nothing for the others', () => {
  const entities = Object.keys(importSheets) as ImportEntity[]
  const sheets = entities.map((entity) => sheet(importSheets[entity].name, exported(entity).map(headingOf)))
  const proposed = proposedMappings([...sheets, sheet('Comptes', ['Prénom', 'Nom', 'Courriel'])])
  for (const entity of entities)
    expect(proposed[entity]).toEqual({
      sheet: importSheets[entity].name,
      keyMappings: Object.fromEntries(exported(entity).map((column) => [column.field, headingOf(column)])),
    })
})

test('clients alone bring no occupants, since nobody knows where they live', () => {
  const clients = sheet('Clients', importSheets.clients.columns.map(headingOf))
  expect(Object.keys(proposedMappings([clients]))).toEqual(['clients'])
})

test('a sheet named after an entity is proposed for it, even with columns missing', () => {
  const routes = sheet('Trajets', ['Nom du trajet'])
  const { routes: mapping } = proposedMappings([routes])
  expect(mapping).toEqual({ sheet: 'Trajets', keyMappings: { name: 'Nom du trajet' } })
  expect(missingFields('routes', mapping ?? { sheet: '', keyMappings: {} }, {}).map(({ field }) => field)).toEqual([
    'clientLink',
    'siteLink',
  ])
})

test('a list without postal codes, and contracts without quantities, lack nothing', () => {
  const flat = proposedMappings([sheet('Feuil1', ['Nom', 'No civique', 'Rue', 'Ville', 'Téléphone'])])
  expect(flat.sites?.keyMappings).toEqual({ civicNumber: 'No civique', street: 'Rue', city: 'Ville' })
  const { contracts } = proposedMappings([sheet('Contrats', ['Client', 'Adresse', 'Modèle', 'Service', 'Prix'])])
  expect(missingFields('contracts', contracts ?? { sheet: '', keyMappings: {} }, {})).toEqual([])
})

test('a column of numbers counts its rows, or it has gaps, repeats or letters', () => {
  for (const counted of [
    [1, 2, 3],
    ['1', '2', null, '3'],
    [1, 2, 3, 1, 2],
  ])
    expect(isCount(counted), String(counted)).toBe(true)
  for (const numbers of [[1, 2, 4], [1001, 1002], [1, 1, 2], ['A1', 'A2'], [null], []])
    expect(isCount(numbers), String(numbers)).toBe(false)
})

test('a « # » that counts is nobody’s number, unless its heading says so', () => {
  const headings = ['#', 'Nom', 'Adresse']
  const first = (isCounted: boolean, ...[heading]: string[]) =>
    guessFields(
      'Feuil1',
      headed([heading ?? '#', ...headings.slice(1)]).map((column, at) => ({ ...column, isCount: isCounted && at === 0 })),
    )[0]
  expect(first(true)).toEqual([])
  expect(first(false)).toContain('clients.number')
  expect(first(true, '# client')).toContain('clients.number')
})

test('a person’s name never names a site, even if a user says so', () => {
  const flat = { sheet: 'Feuil1', keyMappings: { name: 'Nom', address: 'Adresse' } }
  const clients = { sheet: 'Feuil1', keyMappings: { name: 'Prénom et nom', lastName: 'Nom' } }
  expect(withoutPersonsAsSites({ clients, sites: flat }).sites?.keyMappings).toEqual({ address: 'Adresse' })
  expect(withoutPersonsAsSites({ clients: { ...clients, sheet: 'Clients' }, sites: flat }).sites).toEqual(flat)
  const columns = sheet('Feuil1', ['Nom', 'Immeuble', 'Adresse'])
  expect(guessedKeys('sites', columns, { clients })).toEqual({ name: 'Immeuble', address: 'Adresse' })
})

test('no column fills two fields of one entity', () => {
  const keys = guessedKeys('clients', sheet('Clients', ['Nom', 'Téléphone', 'Téléphone 2']), {})
  expect(new Set(Object.values(keys)).size).toBe(Object.keys(keys).length)
  expect(keys.phone).toBe('Téléphone')
})
