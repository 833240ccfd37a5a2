// Files that are not what they claim, or larger: each gives a clear message or is read correctly, within limits, while
// the server answers others.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'
import { type SentFile, sendFiles } from '../testing/uploads.ts'
import { oldWorkbook, textRow, workbook, worksheet, zipOf } from '../testing/workbooks.ts'
import { readingLimits, readUploaded } from './reading.ts'
import { readSheets } from './sheets.ts'

const server = await openTestServer()
const { admin } = await server.newCompany()

const sheetWith = (rows: string, more = {}) => workbook({ sheets: { Feuil1: worksheet(rows, more) } })
const good = sheetWith(Array.from({ length: 300 }, (_, i) => textRow(i + 1, ['Nom', `Client ${i} ${Math.sin(i)}`])).join(''))
const flipped = Buffer.from(good)
for (let at = good.length - 3000; at < good.length - 2900; at++) flipped.writeUInt8(flipped.readUInt8(at) ^ 0x5a, at)
const megabytes = (count: number) => `<row r="1"><c><v>${'0'.repeat(count * 1024 * 1024)}</v></c></row>`

const damaged = 'est endommagé ou incomplet.'
const tooLarge = 'est trop volumineux une fois décompressé.'
const locked = 'est protégé par un mot de passe.'
const unknown = 'n’est pas un classeur Excel (.xlsx, .xls) ni un fichier CSV.'

const refused: [what: string, bytes: Uint8Array | string, said: string][] = [
  ['bombe.xlsx', sheetWith(megabytes(30)), tooLarge],
  ['deux-gigas.xlsx', workbook({ sheets: { A: worksheet(textRow(1, ['Nom'])) }, declared: 2_000_000_000 }), tooLarge],
  ['menteur.xlsx', workbook({ sheets: { A: worksheet(megabytes(30)) }, declared: 1000 }), damaged],
  ['programme.xlsx', Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1'), Buffer.alloc(2000)]), unknown],
  ['tronque.xlsx', good.subarray(0, good.length * 0.6), damaged],
  ['abime.xlsx', flipped, damaged],
  ['coupe.xlsx', workbook({ sheets: { A: worksheet(textRow(1, ['Nom'])).slice(0, -30) } }), damaged],
  ['hasard.xlsx', randomBytes(50_000), unknown],
  ['hasard.csv', Buffer.concat([Buffer.from([0, 1]), randomBytes(2000)]), unknown],
  ['page.xls', '<html><table><tr><td>Téléphone</td></tr></table></html>', 'est un fichier HTML ou XML, que nous ne lisons pas.'],
  ['contrat.csv', '%PDF-1.7\n', unknown],
  ['calc.ods', zipOf([{ name: 'content.xml', content: '<x/>' }]), 'est un fichier .ods, que nous ne lisons pas.'],
  ['binaire.xlsx', zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), 'est un fichier .xlsb, que nous ne lisons pas.'],
  ['archive.xlsx', zipOf([{ name: 'photo.jpg', content: 'x' }]), unknown],
  [
    'double.xlsx',
    zipOf([
      { name: 'xl/workbook.xml', content: 'a' },
      { name: 'xl/workbook.xml', content: 'b' },
    ]),
    damaged,
  ],
  ['verrou.xls', oldWorkbook([['Nom'], ['A']], { locked: true }), locked],
  ['tronque.xls', oldWorkbook([['Nom'], ['A']]).subarray(0, 1600), damaged],
  ['vide.xlsx', '', 'est vide.'],
  ['sans-feuille.xlsx', workbook({ sheets: {} }), 'ne contient aucune ligne à importer.'],
  ['loin.xlsx', sheetWith('<row r="1"><c r="ZZZZZZ99999999"><v>1</v></c></row>'), damaged],
  [
    'large.csv',
    `${'Couleur;'.repeat(300)}Couleur\n${'x;'.repeat(300)}x\n`,
    'a 301\u00a0colonnes dans la feuille «\u00a0large\u00a0»\u00a0: 300 au plus.',
  ],
  ['separateurs.csv', `Nom\n${';'.repeat(5_000_000)}`, 'a trop de colonnes à la ligne 2\u00a0: 300 au plus.'],
  ['long.csv', `Nom\n${'A\n'.repeat(50_002)}`, 'contient trop de lignes\u00a0: 50\u00a0000\u00a0lignes au plus par feuille.'],
  [
    'cellules.csv',
    `Nom\n${`${'1;'.repeat(299)}1\n`.repeat(6700)}`,
    'contient trop de données\u00a0: 1\u00a0000\u00a0000\u00a0cellules au plus.',
  ],
]

test.each(refused)('%s', async (name, bytes, said) => {
  await expect(readSheets(name, Buffer.from(bytes as string), [])).rejects.toThrow(`«\u00a0${name}\u00a0» ${said}`)
})

test('a workbook with a password is refused as such', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Nom'], ['B']] }], encryption: { password: 'x', spinCount: 1 } })
  await expect(readSheets('coffre.xlsx', Buffer.from(bytes), [])).rejects.toThrow(locked)
})

const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
const withType = (type: string, value: string) =>
  `${type}${worksheet(`${textRow(1, ['Nom'])}<row r="2"><c t="str"><v>${value}</v></c></row>`).replace('<?xml version="1.0"?>', '')}`

const harmless: [what: string, bytes: Buffer, rows: number[]][] = [
  ['a million laughs', workbook({ sheets: { A: withType(`<!DOCTYPE x [<!ENTITY l0 "ha">${entities}]>`, '&l9;') } }), [2]],
  ['a file of the server', workbook({ sheets: { A: withType('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;') } }), [2]],
  ['a sheet that says it is full', sheetWith(textRow(1, ['Nom']) + textRow(2, ['A']), { before: '<dimension ref="A1:XFD1048576"/>' }), [2]],
  [
    'cells at the end of the world',
    sheetWith(`${textRow(1, ['Nom'])}<row r="1048576"><c r="A1048576"><v>2</v></c><c r="XFD1048576"><v>2</v></c></row>`),
    [1_048_576],
  ],
  [
    'thousands of empty rows',
    sheetWith(textRow(1, ['Nom']) + Array.from({ length: 20_000 }, (_, i) => `<row r="${i + 2}"/>`).join('') + textRow(20_002, ['A'])),
    [20_002],
  ],
]

test.each(harmless)('%s is read for its content', async (_, bytes, rows) => {
  const [sheet] = await readSheets('a.xlsx', bytes, [])
  expect(sheet?.columns.map(({ originalKey }) => originalKey)).toEqual(['Nom'])
  expect(sheet?.rows.map(({ row }) => row)).toEqual(rows)
  expect(JSON.stringify(sheet)).not.toMatch(/root:|haha/)
})

test('ten at once: each is reported by name, and the server keeps answering within its memory limit', async () => {
  const files: SentFile[] = refused.slice(0, 10).map(([name, bytes]) => ({ name, bytes }))
  const before = process.memoryUsage.rss()
  const uploads = [sendFiles(server, admin, files), sendFiles(server, admin, [{ name: 'bon.xlsx', bytes: good }])]
  let isReading = true
  const read = Promise.all(uploads).finally(() => (isReading = false))
  let answered = 0
  for (; isReading; answered++) {
    await server.anyone(configCalls.getConfig)
    await sleep(5) // a call without a query would leave no time for anything else
  }
  expect(answered).toBeGreaterThan(10)
  const [hostile, fine] = await read
  expect(hostile?.status).toBe(422)
  expect(Object.keys(hostile?.body.formErrors?.files ?? {})).toHaveLength(10)
  expect(fine?.status).toBe(200)
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(400)
})

async function* files(bytes: Buffer | string) {
  yield { name: 'gros.csv', type: '', bytes: async () => Buffer.from(bytes as string) }
}

test('a file that takes too much memory or time is refused by name', async () => {
  const long = `Nom;Ville;Notes\n${'Hélène;Québec;rien à dire\n'.repeat(90_000)}`
  await expect(readUploaded(files(long), { ...readingLimits, memory: 16 })).rejects.toMatchObject({
    status: 422,
    message: '«\u00a0gros.csv\u00a0» contient trop de données. Divisez-le en plusieurs fichiers.',
  })
  await expect(readUploaded(files(long), { ...readingLimits, resident: 10 })).rejects.toMatchObject({
    status: 422,
    message: '«\u00a0gros.csv\u00a0» contient trop de données. Divisez-le en plusieurs fichiers.',
  })
  await expect(readUploaded(files('Nom\nA\n'), { ...readingLimits, patience: 1 })).rejects.toMatchObject({
    status: 422,
    message: '«\u00a0gros.csv\u00a0» est trop long à lire. Divisez-le en plusieurs fichiers.',
  })
})
