import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { newContract } from '../testing/contracts.ts'
import { newClient, newSite, square } from '../testing/folders.ts'
import { wordsOf } from '../testing/pdf.ts'
import { openTestServer } from '../testing/server.ts'
import { heldContracts } from './contracts.queries.ts'
import { printContract, printContracts } from './printing.ts'

const server = await openTestServer()

async function printable() {
  const { owner, companyId } = await server.newCompany('Neige du Nord')
  const name = 'Syndicat de la copropriété des Jardins-de-la-Montagne, phases I à IV'
  const client = await newClient(owner, { name, email: 'syndicat@exemple.ca', billingState: 'QC' })
  const site = await newSite(owner, client.id, { name: 'Bâtiment B' })
  await owner(siteCalls.updateSite, { id: site.id, site: { areas: [{ name: 'Entrée double', polygon: square() }] } as never })
  const services = [
    ...Array.from({ length: 20 }, (_, i) => ({ name: `Service ${i + 1}`, price: 1234.5 })),
    { name: 'Rabais de fidélité', price: -250 },
  ]
  const clauses = `<h2>Durée</h2><p>${'Le client balise son terrain. '.repeat(200)}</p><p>Fin des clauses.</p>`
  const { id } = await newContract(owner, { clientId: client.id, siteId: site.id, services, clauses, requirement: { triggerDepth: 2.5 } })
  const [held] = await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return heldContracts(work, [id])
  })
  if (!held) throw new Error('no contract')
  return { ...held, companyLogo: null }
}

/** The order in which a screen reader reads it. */
const order = [
  'Neige du Nord',
  'Contrat nº',
  'Syndicat de la copropriété',
  'Bâtiment B',
  'Zones desservies',
  'Entrée double',
  'Service 1 ',
  'Service 20',
  'Rabais de fidélité',
  '−250,00',
  'Sous-total',
  'TPS (5 %)',
  'TVQ (9,975 %)',
  'Calendrier de paiements',
  'Exigences',
  'Seuil de déclenchement',
  '2,5 cm depuis le dernier passage complet',
  'Clauses',
  'Fin des clauses.',
  'Signatures',
  'Le client',
]

test('a contract is read in page order, tagged when printed alone and untagged among many', async () => {
  const contract = await printable()
  const ask = async () => contract
  const [alone, together] = [await printContract(contract), await printContracts(contract.companyId, [ask, ask], () => undefined)]
  for (const bytes of [alone, together]) {
    const words = (await wordsOf(bytes)).join(' ').replace(/[\u00a0\u202f]/g, ' ')
    const places = order.map((text, i) => words.indexOf(text, i === 0 ? 0 : words.indexOf(order[i - 1] ?? '')))
    expect(order.filter((_, i) => (places[i] ?? -1) < 0)).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  const [single, many] = [await PDFDocument.load(alone), await PDFDocument.load(together, { updateMetadata: false })]
  expect(single.catalog.lookup(PDFName.of('StructTreeRoot'))).toBeInstanceOf(PDFDict)
  expect(single.getTitle()).toBe(`Contrat nº\u00a0${contract.contractNumber}`)
  expect(many.getTitle()).toBe('Contrats (2)')
  expect(many.getPageCount()).toBe(2 * single.getPageCount())
})
