// For the tests of dossiers: orders one and waits until it is built.
import { api } from '@bordee/core/api.ts'
import type { Output } from '@bordee/core/call.ts'
import type { EvidenceFile, EvidenceOrder } from '@bordee/core/evidence/evidence-file.ts'
import { decodePDFRawStream, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { type Caller, newAddress, type TestServer } from './server.ts'
import { soon } from './soon.ts'

type Order = Pick<EvidenceOrder, 'from' | 'to'> & Partial<EvidenceOrder>

export async function newDossier(owner: Caller, evidence: Order): Promise<EvidenceFile> {
  const { id } = await owner(api.orderEvidence, { evidence })
  return builtDossier(owner, id)
}

export const builtDossier = (owner: Caller, id: string): Promise<EvidenceFile> =>
  soon(async () => {
    const file = await owner(api.getEvidence, { id })
    if (!file.finishedAt) throw new Error(`the dossier is ${file.state}`)
    return file
  })

/** The file itself, as the caller gets it. */
export async function openDossier(server: TestServer, { token }: Pick<Caller, 'token'>, id: string) {
  const { statusCode, headers, rawPayload } = await server.app.inject({
    url: `/api/evidence-files/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, headers, bytes: rawPayload }
}

/** As anyone asks /verification. */
export async function verified(server: TestServer, bytes: Uint8Array) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'fichier.pdf')
  const request = new Request('http://bordee/', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/verification',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
    remoteAddress: newAddress(),
  })
  return answer.json<Output<typeof api.verifyContract>>()
}

/** What is attached to a PDF, by name. */
export async function attachedTo(bytes: Uint8Array): Promise<Record<string, string>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const found: Record<string, string> = {}
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !object.has(PDFName.of('EF'))) continue
    const name = object.lookup(PDFName.of('UF'))
    const stream = object.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
    if (stream instanceof PDFRawStream && (name instanceof PDFHexString || name instanceof PDFString))
      found[name.decodeText()] = Buffer.from(decodePDFRawStream(stream).decode()).toString()
  }
  return found
}
