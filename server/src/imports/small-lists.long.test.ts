// Lists as small companies keep them, through the wizard: uploaded, mapped as proposed, checked and imported.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { placeLine } from '@bordee/core/imports/folders.ts'
import type { ImportForecast } from '@bordee/core/imports/import.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { importInto, refusals } from '../testing/imports.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import { asCsv, smallLists } from '../testing/small-lists.ts'
import { sendFiles } from '../testing/uploads.ts'

const server = await openTestServer()

test.each(smallLists)('$what', async ({ file = 'liste.csv', rows, becomes }) => {
  const { admin, owner } = await server.newCompany()
  const { body } = await sendFiles(server, admin, [{ name: file, bytes: asCsv({ rows }) }])
  const request = { data: { uploadId: body.uploadId }, ...proposedMappings(body.sheets) }

  const errors = await refusals(admin, request)

  expect(errors).toEqual([])
  const isNumbered = 'number' in (request.clients?.keyMappings ?? {})
  expect(await treeOf(owner, { isNumbered })).toEqual(linesOf(becomes))
  const again = (await importInto(admin, { ...request, dryRun: true })) as ImportForecast
  for (const count of Object.values(again.counts)) expect(count).toMatchObject({ created: 0, updated: 0, refused: 0 })
})

const linesOf = (text: string) => {
  const lines = text.split('\n').slice(1)
  const margin = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
  return lines.map((line) => line.slice(margin).trimEnd())
}

/** What the company has, a line for each client and site, in the order of their creation. */
async function treeOf(owner: Caller, { isNumbered }: { isNumbered: boolean }): Promise<string[]> {
  const inOrder = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const clients = (await owner(clientCalls.listClients)).toSorted(inOrder)
  const sites = (await owner(siteCalls.listSites)).toSorted(inOrder)
  const occupants = (await owner(occupantCalls.listOccupants)).toSorted(inOrder)
  return clients.flatMap((client) => [
    `${isNumbered ? `${client.number} ` : ''}${client.name}`,
    ...sites
      .filter(({ customerId }) => customerId === client.id)
      .map(({ id, address, notes }) => {
        const alerted = occupants
          .filter(({ site }) => site.id === id)
          .map(({ firstName, lastName, phone }) => ` ${[firstName, lastName, phone].filter(Boolean).join(' ')}`)
        const place = [placeLine(address), address.city].filter(Boolean).join(', ')
        return `  ${place}${notes ? ` [${notes}]` : ''}:${alerted.join(',')}`
      }),
  ])
}
