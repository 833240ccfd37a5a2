import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import type { ImportError } from '@bordee/core/imports/import.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { importInto } from '../testing/imports.ts'
import { openTestServer } from '../testing/server.ts'
import { sendFiles } from '../testing/uploads.ts'

const server = await openTestServer()

test('refused rows can be corrected in their own workbook and imported; nothing else changes', async () => {
  const { admin, owner } = await server.newCompany()
  const imported = async (name: string, bytes: Uint8Array | string) => {
    const { body } = await sendFiles(server, admin, [{ name, bytes: Buffer.from(bytes as string) }])
    return (await importInto(admin, { data: { uploadId: body.uploadId }, ...proposedMappings(body.sheets) })) as ImportError[]
  }
  const names = async () => (await owner(clientCalls.listClients)).map(({ name }) => name)
  const list = ['Nom;Adresse;Ville;Téléphone', 'Luc Roy;12, rue du Nord;Lévis;418 555-0142', 'Anne Côté;14, rue du Nord;Lévis;perdu']

  const refused = await imported('liste.csv', list.join('\n'))

  expect(new Set(refused.map(({ row }) => row))).toEqual(new Set([3]))
  expect(await names()).toEqual(['Luc Roy'])
  const headers = { authorization: `Bearer ${admin.token}` }
  const { rawPayload } = await server.app.inject({ url: '/api/importation/refused', headers })
  const { sheets } = await readXlsx(rawPayload)
  const corrected = sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.map((cell) => (cell === 'perdu' ? '418 555-0199' : cell))),
  }))
  expect(await imported('lignes-refusees.xlsx', await writeXlsx({ sheets: corrected }))).toEqual([])

  expect(await names()).toEqual(['Anne Côté', 'Luc Roy'])
  expect(await owner(siteCalls.listSites)).toHaveLength(2)
})
