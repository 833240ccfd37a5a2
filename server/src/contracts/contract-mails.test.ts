// Letters about contracts: they carry the company's logo, leave or are refused, and their progress shows.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test, vi } from 'vitest'
import { newContract } from '../testing/contracts.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'
import { openSmtp } from '../testing/smtp.ts'

const smtp = await openSmtp({
  onRecipient: (address) => (address.startsWith('inconnu') ? { code: 550, words: '5.1.1 No such user here' } : undefined),
})
const server = await openTestServer(smtp.environment)
const { sendContracts, getContractSending, listContractHistory } = contractCalls

/** A one-pixel picture. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const sendingDone = (owner: Parameters<typeof historyOf>[0]) =>
  vi.waitFor(
    async () => {
      const sending = await owner(getContractSending)
      expect((sending?.sent ?? 0) + (sending?.refused.length ?? 0)).toBe(sending?.total)
      return sending
    },
    { timeout: 20_000, interval: 50 },
  )

test('a refused letter appears once in the contract’s history, and in the send’s progress', async () => {
  const { owner, companyId } = await server.newCompany()
  expect(await owner(getContractSending)).toBeNull()
  const heard: string[] = []
  server.live.subscribe(companyId, (texts) => heard.push(...texts))
  const fine = await newContract(owner, { email: 'elise@exemple.ca' })
  const gone = await newContract(owner, { email: 'inconnu@exemple.ca' })

  await owner(sendContracts, { contractIds: [fine.id, gone.id], requestKey: 'appui' })

  const refused = { id: gone.id, contractNumber: gone.contractNumber, clientName: gone.clientName, email: 'inconnu@exemple.ca' }
  expect(await sendingDone(owner)).toEqual({
    requestKey: 'appui',
    createdAt: expect.any(String),
    total: 2,
    sent: 1,
    refused: [{ ...refused, message: '550 5.1.1 No such user here' }],
  })
  expect(await historyOf(owner, fine.id)).toEqual(['create → draft', 'send → sent'])
  expect(await historyOf(owner, gone.id)).toEqual(['create → draft', 'send → sent', 'mailRefused → sent'])
  const [line] = await owner(listContractHistory, { contractId: gone.id })
  expect(line).toMatchObject({ detail: 'inconnu@exemple.ca\u00a0: 550 5.1.1 No such user here', userEmail: null })
  expect(await owner(listContractHistory, { contractId: fine.id })).toHaveLength(2)
  await vi.waitFor(() => expect(heard.filter((text) => text.includes('"mailed"'))).toHaveLength(2), { timeout: 20_000 })
})

test('the logo travels inside the letter, and is read only when it leaves', async () => {
  const { owner, admin, companyId } = await server.newCompany('Neige <du> Nord')
  await admin(companyCalls.updateCompany, { id: companyId, company: { logo: `data:image/png;base64,${png}` } } as never)
  const { id } = await newContract(owner, { email: 'logo@exemple.ca' })
  await owner(sendContracts, { contractIds: [id] })
  await sendingDone(owner)
  const { source = '' } = smtp.received.find(({ to }) => to.includes('logo@exemple.ca')) ?? {}
  expect(source).toContain('Content-ID: <logo>')
  expect(source).toContain('Content-Disposition: inline')
  expect(source.replace(/=\r?\n/g, '').replace(/=3D/g, '=')).toContain('<img src="cid:logo" alt="Neige &lt;du&gt; Nord"')
  expect(source).toContain(png.slice(0, 40)) // only its start: logos are re-encoded on upload
  expect(source).toMatch(/^Reply-To: info@exemple\.ca/m)
})

test('the outbox keeps the picture that a letter shows', async () => {
  const here = await openTestServer()
  const { owner, admin, companyId } = await here.newCompany()
  await admin(companyCalls.updateCompany, { id: companyId, company: { logo: `data:image/png;base64,${png}` } } as never)
  const { id } = await newContract(owner, { email: 'outbox@exemple.ca' })
  await owner(sendContracts, { contractIds: [id] })
  const { id: letterId, html } = await here.letterTo('outbox@exemple.ca')
  expect(html).toContain('cid:logo')
  expect(
    await here.sql('select cid, type, encode(bytes, $2) as bytes from outbox_attachments where outbox_id = $1', [letterId, 'base64']),
  ).toEqual([{ cid: 'logo', type: 'image/png', bytes: expect.stringContaining(png.slice(0, 40)) }])
  expect(await sendingDone(owner)).toMatchObject({ total: 1, sent: 1, refused: [] })
})
