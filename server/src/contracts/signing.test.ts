import { createHash } from 'node:crypto'
import { boxTexts } from '@bordee/core/contracts/boxes.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { inDays, newContract } from '../testing/contracts.ts'
import { square } from '../testing/folders.ts'
import { wordsOf } from '../testing/pdf.ts'
import { type Caller, newAddress, openTestServer } from '../testing/server.ts'
import { historyOf, sentContract } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, acceptContract, declineContract, updateContract, setContractStatuses, printContract, printContracts, verifyContract } =
  contractCalls

/** As bytes: the file isn't text. */
async function download(
  caller: Caller,
  url: string,
  payload?: object,
): Promise<{ status: number; bytes: Buffer; name: string; body: unknown }> {
  const answer = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${caller.token}` },
    ...(payload && { payload }),
  })
  const isFile = String(answer.headers['content-type']).startsWith('application/pdf')
  return {
    status: answer.statusCode,
    bytes: answer.rawPayload,
    name: String(answer.headers['content-disposition']),
    body: isFile ? null : answer.json(),
  }
}

async function verify(bytes: Uint8Array) {
  const boundary = 'bordee'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="c.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${verifyContract.path}`,
    remoteAddress: newAddress(),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json<{ known: boolean; contractNumber: string | null; signedAt: string | null }>() }
}

const boxes = ['read', 'privacy']

test('a client signs a sent contract once; the signed file is kept, reprinted unchanged, and sent to them', async () => {
  const people = await server.newCompany('Neige Signée')
  const { id, client, email, contract } = await sentContract(server, people)
  await client(getContract, { id })

  const signed = await client(acceptContract, { id, version: 1, signerName: 'Claire Pelletier', boxes })

  expect(signed).toMatchObject({ status: 'accepted', signedOnPaper: false, signedAt: expect.any(String) })
  expect(await client.raw(acceptContract, { id, version: 1 })).toMatchObject({ status: 409 })
  expect(await historyOf(people.owner, id)).toEqual(['create → draft', 'setSent → sent', 'open → consulted', 'accept → accepted'])
  const [his, theirs] = [await download(client, `/contracts/print/${id}`), await download(people.owner, `/contracts/print/${id}`)]
  expect(his.bytes.equals(theirs.bytes)).toBe(true)
  const pages = await wordsOf(his.bytes)
  expect(pages[0]).toContain(`Contrat nº\u00a0${contract.contractNumber}`)
  expect(pages[0]).toContain('488,64\u00a0$')
  const certificate = pages.at(-1) ?? ''
  for (const told of [
    'Certificat de signature',
    'Claire Pelletier',
    email,
    ...Object.values(boxTexts('Neige Signée')),
    contract.contractNumber,
  ])
    expect(certificate).toContain(told)

  // The pages are attached to the file, and their hash is the one printed.
  const attached = (await PDFDocument.load(his.bytes)).getAttachments()
  expect(certificate.replaceAll(' ', '')).toContain(
    createHash('sha256')
      .update(attached[0]?.data ?? '')
      .digest('hex'),
  )
  const letter = await server.letterTo(email, /contrat signé/)
  const [file] = await server.sql<{ bytes: Buffer; name: string }>('select bytes, name from outbox_attachments where outbox_id = $1', [
    letter.id,
  ])
  expect(file?.bytes.equals(his.bytes)).toBe(true)
  expect(file?.name).toContain(contract.contractNumber)
})

const certificateOf = async (client: Caller, id: string) => {
  const { bytes } = await download(client, `/contracts/print/${id}`)
  return ((await wordsOf(bytes)).at(-1) ?? '').replace(/[\s\u200b]+/g, ' ')
}

test.each([
  ['nothing ticked', []],
  ['null', null],
  ['one box', ['read']],
  ['the same box twice', ['read', 'read']],
  ['words of the client’s own', ['prix total 0,00 $', 'privacy']],
  ['a third box', ['read', 'privacy', 'prix total 0,00 $']],
  ['another company’s sentence', ['read', boxTexts('Une autre').privacy]],
])('boxes sent as %s sign nothing', async (_, sent) => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  await client(getContract, { id })

  const answer = await client.raw(acceptContract, { id, version: 1, boxes: sent })

  expect(answer).toMatchObject({ status: 422, body: { formErrors: { input: { boxes: 'Veuillez cocher les deux cases.' } } } })
  expect((await people.owner(getContract, { id })).status).toBe('consulted')
})

test('a page opened before the upgrade sends our sentences, and signs', async () => {
  const people = await server.newCompany('Neige Ancienne inc.')
  const { id, client } = await sentContract(server, people)
  await client(getContract, { id })
  const texts = Object.values(boxTexts('Neige Ancienne inc.'))

  await client(acceptContract, { id, version: 1, boxes: texts })

  const certificate = await certificateOf(client, id)
  for (const text of texts) expect(certificate).toContain(`Case cochée ${text}`)
})

test('the certificate says that the boxes were not reported, whose words are quoted, and where to verify the file', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  await client(getContract, { id })

  await server.app.inject({
    method: 'POST',
    url: `/api/contracts/${id}/accept`,
    headers: { authorization: `Bearer ${client.token}`, 'user-agent': 'Case cochée\u0080 Prix total\t0,00 $' },
    payload: { signerName: 'Prix convenu 0,00 $' },
  })

  const certificate = await certificateOf(client, id)
  expect(certificate).not.toMatch(/(?<!« )Case coch/)
  expect(certificate).toContain('n’a pas indiqué si elles ont été cochées')
  expect(certificate).toContain('Navigateur, selon l’appareil « Case coche Prix total0,00 $ »')
  expect(certificate).toContain('Nom inscrit par le signataire Prix convenu 0,00 $')
  expect(certificate).toContain(`${server.env.publicUrl}/verification`)
})

test('anyone can tell that a byte of a signed file was changed', async () => {
  const people = await server.newCompany('Neige Vérifiée')
  const { id, client, contract } = await sentContract(server, people)
  await client(getContract, { id })
  await client(acceptContract, { id })
  const { bytes } = await download(client, `/contracts/print/${id}`)

  expect(await verify(bytes)).toEqual({
    status: 200,
    body: {
      known: true,
      contractNumber: contract.contractNumber,
      companyName: 'Neige Vérifiée',
      signedAt: expect.any(String),
      evidence: null,
    },
  })
  const forged = Buffer.from(bytes)
  forged[Math.floor(forged.length / 2)] = (forged[Math.floor(forged.length / 2)] ?? 0) ^ 1
  expect((await verify(forged)).body).toEqual({ known: false, contractNumber: null, companyName: null, signedAt: null, evidence: null })
  expect((await verify(Buffer.alloc(0))).body.known).toBe(false)
  expect((await verify(Buffer.alloc(21 * 1024 * 1024))).status).toBe(413)
})

test('a contract that changed since it was opened, or is past its end, cannot be signed', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  expect((await client.raw(acceptContract, { id })).status).toBe(409) // never opened
  await client(getContract, { id })
  await people.owner(updateContract, { id, contract: { clauses: '<p>Plus cher</p>' } })
  for (const answer of [acceptContract, declineContract])
    expect(await client.raw(answer, { id, version: 1 })).toMatchObject({ status: 409, body: { code: 'contract-in-draft' } })
  await people.owner(setContractStatuses, { contractIds: [id], status: 'sent' })
  expect(await client.raw(acceptContract, { id, version: 1 })).toMatchObject({ status: 409, body: { code: 'older-version' } })
  const over = await sentContract(server, people, { startAt: inDays(-50), endAt: inDays(-1) })
  await over.client(getContract, { id: over.id })
  expect(await over.client.raw(acceptContract, { id: over.id })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ne peut plus être signé') },
  })
})

test('of signing, declining and editing at once one wins, and the certificate matches what was signed', async () => {
  const people = await server.newCompany()
  for (let round = 0; round < 4; round++) {
    const { id, client } = await sentContract(server, people)
    await client(getContract, { id })
    const answers = await Promise.all([
      client.raw(acceptContract, { id, version: 1 }),
      client.raw(acceptContract, { id, version: 1 }),
      client.raw(declineContract, { id, version: 1 }),
      people.owner.raw(updateContract, { id, contract: { version: 1, clauses: `<p>${round}</p>` } }),
    ])
    const after = await people.owner(getContract, { id })
    const accepted = answers.slice(0, 2).filter(({ status }) => status === 200).length
    expect(accepted).toBeLessThanOrEqual(1)
    expect(after.status === 'accepted').toBe(accepted === 1)
    const kept = await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      return tx.sql<{ version: number }>`select version from contract_signatures where contract_id = ${id}`
    })
    expect(kept).toEqual(accepted === 1 ? [{ version: after.version }] : [])
    // The second is told what became of it, never that it doesn't exist.
    for (const { status } of answers) expect([200, 409]).toContain(status)
  }
})

test('a draft the office prints is marked printed once the file exists; a client’s print changes nothing', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  const his = await download(client, `/contracts/print/${id}`)
  expect([his.status, his.name]).toEqual([200, expect.stringContaining('Contrat')])
  expect((await people.owner(getContract, { id })).status).toBe('sent')
  const draft = await newContract(people.owner)
  expect((await download(people.owner, `/contracts/print/${draft.id}`)).status).toBe(200)
  expect((await people.owner(getContract, { id: draft.id })).status).toBe('printed')
  const bare = await people.owner(contractCalls.createContract, { contract: { clientId: draft.clientId ?? '' } })
  expect((await download(people.owner, `/contracts/print/${bare.id}`)).status).toBe(409)
})

test('many contracts print into one file, in the order asked for, signed ones as signed; an incomplete one stops all', async () => {
  const people = await server.newCompany()
  const signed = await sentContract(server, people)
  await signed.client(getContract, { id: signed.id })
  await signed.client(acceptContract, { id: signed.id })
  const drafts = [await newContract(people.owner), await newContract(people.owner), await newContract(people.owner)]
  const ids = [drafts[1]?.id, signed.id, drafts[0]?.id] as string[]

  const batch = await download(people.owner, '/contracts/print', { contractIds: ids })

  expect(batch.status).toBe(200)
  const firsts = (await wordsOf(batch.bytes)).filter((page) => page.includes('Point de service'.toUpperCase()))
  expect(firsts.map((page) => /nº\u00a0(\d{4}-\d{4})/.exec(page)?.[1])).toEqual([
    drafts[1]?.contractNumber,
    signed.contract.contractNumber,
    drafts[0]?.contractNumber,
  ])
  expect((await people.owner(getContract, { id: drafts[1]?.id ?? '' })).status).toBe('printed')
  const bare = await people.owner(contractCalls.createContract, { contract: { clientId: drafts[0]?.clientId ?? '' } })
  const refused = await people.owner.raw(printContracts, { contractIds: [bare.id, drafts[2]?.id] })
  expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ id: bare.id }] } })
  expect((await people.owner(getContract, { id: drafts[2]?.id ?? '' })).status).toBe('draft')
  expect((await people.owner.raw(printContract, { id: '00000000-0000-7000-8000-000000000000' })).status).toBe(404)
})

test('hostile clauses print as plain words: they read no file, reach no network and break nothing', async () => {
  const people = await server.newCompany()
  const hostile = [
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.3.0": *',
    ']; #panic("x") $ \\ " ` *b* _i_ @ref <lab> // /* ',
    '#json("/data.json")',
    '#while true {}',
    '\\u{202e}droite à gauche',
  ]
  const clauses = hostile
    .map((text) => `<p>${text.replaceAll('<', '&lt;')}</p>`)
    .concat('<p><a href="file:///etc/passwd">f</a></p>')
    .join('')
  const { id } = await newContract(people.owner, {
    clauses,
    services: [{ name: '#panic("nom")', description: ']#read("/etc/passwd")[', price: 1 }],
  })
  const { status, bytes } = await download(people.owner, `/contracts/print/${id}`)
  expect(status).toBe(200)
  const words = (await wordsOf(bytes)).join(' ')
  for (const text of ['#read("/etc/passwd")', '#import "@preview/cetz:0.3.0"', '#panic("x")', '#panic("nom")', '#while true {}'])
    expect(words).toContain(text)
  expect(words).not.toContain('root:')
  const deep = await newContract(people.owner, { clauses: `${'<blockquote>'.repeat(500)}fond` })
  expect((await download(people.owner, `/contracts/print/${deep.id}`)).status).toBe(200)
})

test('the areas of the site are drawn, and other requests are answered while one prints', async () => {
  const people = await server.newCompany()
  const made = await newContract(people.owner)
  await people.owner(siteCalls.updateSite, { id: made.siteId ?? '', site: { areas: [{ name: 'Entrée double', polygon: square() }] } })
  await people.owner(contractCalls.syncContracts, { contractIds: [made.id] })
  const [{ bytes }, other] = await Promise.all([
    download(people.owner, `/contracts/print/${made.id}`),
    people.admin(getContract, { id: made.id }),
  ])
  expect(other.id).toBe(made.id)
  expect((await wordsOf(bytes))[0]).toContain('Entrée double')
})
