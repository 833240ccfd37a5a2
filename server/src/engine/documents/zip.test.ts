import { expect, test } from 'vitest'
import { partsOf } from './spreadsheets.zip.ts'
import { zipped } from './zip.ts'

test('what is zipped is found again, byte for byte, and the comment can be read', () => {
  const files = [
    { name: 'Dossier – 12, rue des Érables.pdf', bytes: Buffer.from('neige') },
    { name: 'vide.pdf', bytes: Buffer.alloc(0) },
  ]
  const zip = zipped(files, { at: new Date('2026-02-10T05:06:07Z'), comment: 'marque' })
  const parts = partsOf(zip)
  expect([...parts.keys()]).toEqual(files.map(({ name }) => name))
  const [first] = [...parts.values()]
  const header = (first?.at ?? 0) + 30 + Buffer.byteLength(first?.name ?? '')
  expect(zip.subarray(header, header + 5).toString()).toBe('neige')
  expect(zip.toString('latin1').endsWith('marque')).toBe(true)
})
