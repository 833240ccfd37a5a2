import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'
import { sendFiles } from '../testing/uploads.ts'
import { oldWorkbook, textRow, workbook, worksheet } from '../testing/workbooks.ts'
import { readSheets, shownSheet } from './sheets.ts'
import { findUpload, unpackSheets } from './uploads.ts'

const server = await openTestServer()
const { admin, owner, companyId, super_admin: other } = await server.newCompany()
const nbsp = '\u00a0'

/** Its first sheet, as an upload shows it. */
const sheetOf = async (name: string, bytes: Uint8Array | string) => {
  const [sheet] = await readSheets(name, Buffer.from(bytes as string), [])
  return sheet && shownSheet(sheet)
}
const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('workbooks and texts are read, guessed and stored whole, with row numbers', async () => {
  const rows = [
    ['Nom', 'Adresse', 'Téléphone', 'Depuis'],
    ['Hélène Côté', '12, rue du Nord', '0418555001', new Date('2026-11-15T00:00:00Z')],
    [],
    ['Œuvre & Fils', '14, rue du Nord', '4185550142', new Date('2026-11-15T07:30:00Z')],
  ]
  const { status, body } = await sendFiles(server, admin, [
    { name: 'clients.xlsx', bytes: await writeXlsx({ sheets: [{ name: 'Feuil1', rows }] }) },
    { name: 'trajets.csv', bytes: latin1('Nom du trajet;Point de service\r\nCôte-Nord;Entrée\r\n') },
  ])

  expect(status).toBe(200)
  expect(body.sheets).toMatchObject([
    {
      name: 'Feuil1',
      file: 'clients.xlsx',
      rowCount: 2,
      content: [
        { nom: 'Hélène Côté', adresse: '12, rue du Nord', telephone: '0418555001', depuis: '2026-11-15' },
        { nom: 'Œuvre & Fils', telephone: '4185550142', depuis: '2026-11-15T07:30' },
      ],
    },
    { name: 'trajets', file: 'trajets.csv', content: [{ nom_du_trajet: 'Côte-Nord', point_de_service: 'Entrée' }] },
  ])
  expect(body.sheets[0]?.columns[0]).toEqual({
    normalizedKey: 'nom',
    originalKey: 'Nom',
    potentialEntityFields: expect.arrayContaining(['clients.name', 'occupants.name']),
  })
  const upload = { accountId: admin.accountId, uploadId: body.uploadId }
  const kept = await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return unpackSheets(await findUpload(work, upload))
  })
  expect(kept[0]?.rows.map(({ row }) => row)).toEqual([2, 4])
  await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    await expect(findUpload(work, { ...upload, accountId: other.accountId })).rejects.toMatchObject({ status: 404 })
  })
})

test.each([
  ['UTF-8', Buffer.from('Nom;Ville\nHélène Côté;Québec\n')],
  ['UTF-8 with its mark', Buffer.from('\ufeffNom;Ville\nHélène Côté;Québec\n')],
  ['Windows-1252', latin1('Nom;Ville\nHélène Côté;Québec\n')],
  ['UTF-16', Buffer.from('\ufeffNom;Ville\nHélène Côté;Québec\n', 'utf16le')],
  ['tabs', Buffer.from('Nom\tVille\nHélène Côté\tQuébec\n')],
  ['commas, with semicolons inside', Buffer.from('Nom,Ville,Notes\nHélène Côté,Québec,"a; b"\n')],
  ['a line that names the separator', latin1('sep=;\r\nNom;Ville\r\nHélène Côté;Québec\r\n')],
])('a text in %s', async (_, bytes) => {
  expect((await sheetOf('liste.csv', bytes))?.content).toMatchObject([{ nom: 'Hélène Côté', ville: 'Québec' }])
})

test('a text keeps its zeros, commas and formulas as written', async () => {
  const sheet = await sheetOf('prix.csv', 'Nom;Prix;No client;Notes\nA;"1 234,50 $";="007";"=HYPERLINK(""http://x"";""y"")"\n')
  expect(sheet?.content).toEqual([{ nom: 'A', prix: '1 234,50 $', no_client: '007', notes: '=HYPERLINK("http://x";"y")' }])
  expect((await sheetOf('seul.csv', 'Prix\n1,50\n2,50\n'))?.content).toEqual([{ prix: '1,50' }, { prix: '2,50' }])
})

test('titles, merged cells, repeated headings, empty rows and totals are not data rows', async () => {
  const rows = [
    textRow(1, ['Déneigement Boréal, liste des clients 2026']),
    textRow(3, ['Client', 'Adresse', 'Prix', '', 'Prix']),
    textRow(4, ['Hélène Côté', '12, rue du Nord', '100', '', '1']),
    textRow(5, ['', '14, rue du Nord', '200', '', '2']),
    textRow(6, ['Sous-total', '', '300']),
    textRow(7, ['Client', 'Adresse', 'Prix', '', 'Prix']),
    textRow(9, ['Total Énergie inc.', '16, rue du Nord', '50', '', '3']),
    '<row r="10"><c t="inlineStr"><is><t>Total</t></is></c><c/><c><v>350</v></c></row>',
  ].join('')
  const after = '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="A4:A5"/></mergeCells>'
  const sheet = await sheetOf('liste.xlsx', workbook({ sheets: { Feuil1: worksheet(rows, { after }) } }))
  expect(sheet?.columns.map(({ originalKey, normalizedKey }) => [originalKey, normalizedKey])).toEqual([
    ['Client', 'client'],
    ['Adresse', 'adresse'],
    ['Prix', 'prix'],
    ['Prix', 'prix_2'],
  ])
  expect(sheet?.content.map((row) => Object.values(row))).toEqual([
    ['Hélène Côté', '12, rue du Nord', '100', '1'],
    ['Hélène Côté', '14, rue du Nord', '200', '2'],
    ['Total Énergie inc.', '16, rue du Nord', '50', '3'],
  ])
})

test('counts and sums at the bottom are not clients, and years above columns are headings', async () => {
  const rows = [
    'Nom;Adresse;2023-2024;2024-2025;2025-2026;2026-2027',
    'Luc Roy;12, rue du Nord;x;x;payé;payé',
    'Total Nettoyage;14, rue du Nord;x;x;x;x',
    'Total : 2 clients;;;;;350,00 $',
    'Total (hiver 2026-2027);;;;;350,00 $',
    'Total;2 clients;;;;350,00 $',
    ';Nombre de clients;2',
  ]
  const sheet = await sheetOf('liste.csv', rows.join('\n'))
  expect(sheet?.columns.map(({ originalKey }) => originalKey).slice(0, 3)).toEqual(['Nom', 'Adresse', '2023-2024'])
  expect(sheet?.content.map(({ nom }) => nom)).toEqual(['Luc Roy', 'Total Nettoyage'])
})

test('cells are read as Excel shows them', async () => {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="000\\-000\\-0000"/><numFmt numFmtId="171" formatCode="#,##0.00"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/></cellXfs>`
  const cells = [
    '<c r="A2" s="1"><v>418555001</v></c><c r="B2" s="2"><v>46341</v></c><c r="C2" s="3"><v>1234.5</v></c><c r="D2" t="b"><v>1</v></c>',
    '<c r="E2" t="e"><v>#N/A</v></c><c r="F2"><f>1+1</f><v>2</v></c><c r="G2" t="str"><f>HYPERLINK("x")</f><v>lien</v></c>',
  ].join('')
  const rows = `${textRow(1, ['Tél', 'Depuis', 'Prix', 'Oui', 'Erreur', 'Formule', 'Lien'])}<row r="2">${cells}</row>`
  const sheet = await sheetOf('cellules.xlsx', workbook({ sheets: { Feuil1: worksheet(rows) }, styles, hidden: true }))
  expect(Object.values(sheet?.content[0] ?? {})).toEqual(['041-855-5001', '2026-11-15', 1234.5, true, null, 2, 'lien'])
})

test('workbooks from before 2007 can be read', async () => {
  const sheet = await sheetOf(
    'vieux.xls',
    oldWorkbook([
      ['Nom', 'No client'],
      ['Hélène Côté', '007'],
      ['Roy', 12],
    ]),
  )
  expect(sheet).toMatchObject({
    name: 'Feuil1',
    content: [
      { nom: 'Hélène Côté', no_client: '007' },
      { nom: 'Roy', no_client: 12 },
    ],
  })
})

test('headings with a special meaning in JavaScript do no harm', async () => {
  const sheet = await sheetOf('proto.csv', '__proto__;constructor;toString;Nom\n1;2;3;A\n')
  expect(Object.entries(sheet?.content[0] ?? {})).toEqual([
    ['proto', '1'],
    ['constructor', '2'],
    ['tostring', '3'],
    ['nom', 'A'],
  ])
})

test('a list without headings is read from its first row', async () => {
  const sheet = await sheetOf('sans-titres.csv', 'Hélène Côté;418 555-0142;G1R 4P5\nBob Roy;418 555-0143;G1R 4P6\n')
  expect(sheet).toMatchObject({ rowCount: 2, columns: [{ originalKey: 'Colonne A' }, { originalKey: 'Colonne B' }, {}] })
  expect(sheet?.columns[1]?.potentialEntityFields[0]).toBe('clients.phone')
})

test('separate first and last names are also combined, in an additional column', async () => {
  const sheet = await sheetOf('noms.csv', 'Prénom;Nom;Adresse\nHélène;Côté;12, rue du Nord\n;Roy;14, rue du Nord\n')
  expect(sheet?.content.map((row) => row.prenom_et_nom)).toEqual(['Hélène Côté', 'Roy'])
  expect(sheet?.columns.at(-1)?.potentialEntityFields).toContain('clients.name')
})

test('two sheets with the same name are named after their files', async () => {
  const bytes = workbook({ sheets: { Feuil1: worksheet(textRow(1, ['Nom']) + textRow(2, ['A'])) } })
  const { body } = await sendFiles(server, admin, [
    { name: 'a.xlsx', bytes },
    { name: 'b.xlsx', bytes },
    { name: 'b.xlsx', bytes },
  ])
  expect(body.sheets.map(({ name }) => name)).toEqual(['Feuil1', 'Feuil1 (b.xlsx)', 'Feuil1 (b.xlsx 2)'])
})

test('too much, or nothing at all, is reported', async () => {
  const file = { name: 'a.csv', bytes: 'Nom\nA\n' }
  expect(await sendFiles(server, admin, [])).toMatchObject({
    status: 422,
    body: { message: 'Choisissez au moins un fichier.', formErrors: { files: { 0: 'Choisissez au moins un fichier.' } } },
  })
  expect(
    await sendFiles(
      server,
      admin,
      Array.from({ length: 11 }, () => file),
    ),
  ).toMatchObject({
    status: 413,
    body: { message: `10${nbsp}fichiers au plus à la fois.` },
  })
  const { status, body } = await sendFiles(server, admin, [{ name: 'gros.csv', bytes: Buffer.alloc(20 * 1024 * 1024 + 1, 'a') }])
  expect({ status, message: body.message }).toEqual({ status: 413, message: `«${nbsp}gros.csv${nbsp}» dépasse 20${nbsp}Mo.` })
})

test('each of several files reports its own problem, and nothing is stored', async () => {
  const count = () => server.sql<{ n: string }>('select count(*) as n from import_uploads')
  const before = await count()
  const { status, body } = await sendFiles(server, admin, [
    { name: 'bon.csv', bytes: 'Nom\nA\n' },
    { name: 'vide.csv', bytes: '' },
    { name: 'titres.csv', bytes: 'Nom;Ville\n' },
    { name: 'guillemet.csv', bytes: 'Nom;Ville\nA;"Québec\nB;Laval\n' },
  ])
  expect(status).toBe(422)
  expect(body.formErrors).toEqual({
    files: {
      1: `«${nbsp}vide.csv${nbsp}» est vide.`,
      2: `«${nbsp}titres.csv${nbsp}» ne contient aucune ligne à importer.`,
      3: `«${nbsp}guillemet.csv${nbsp}» a un guillemet qui n’est pas fermé, à la ligne 2.`,
    },
  })
  expect(await count()).toEqual(before)
})

test('uploading is for staff, and requires files', async () => {
  expect((await sendFiles(server, owner, [{ name: 'a.csv', bytes: 'Nom\nA\n' }])).status).toBe(403)
  expect((await admin.raw(importCalls.validateImport, {})).status).toBe(422)
  expect((await admin.raw(importCalls.validateImport, {}, { payload: {} })).status).toBe(415)
})
