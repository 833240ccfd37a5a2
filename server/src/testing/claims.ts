// Files as browsers attach them to claims.
import { randomUUID } from 'node:crypto'
import type { ClaimFile } from '@bordee/core/claims/claim-file.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import type { Caller, TestServer } from './server.ts'

export interface SentClaimFile {
  fileId?: string
  name?: string
  bytes?: Buffer | null
}

export const aPdf = () => Buffer.from(`%PDF-1.7\n${randomUUID()}`)

export async function attachToClaim(
  server: Pick<TestServer, 'app'>,
  { token }: Pick<Caller, 'token'>,
  claimId: string,
  { fileId = randomUUID(), name = 'Avis de réclamation.pdf', bytes = aPdf() }: SentClaimFile = {},
) {
  const form = new FormData()
  form.append('fileId', fileId)
  form.append('name', name)
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), 'autre.bin')
  const request = new Request('http://bordee/', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/claims/${claimId}/files`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<ClaimFile & ProblemBody>() }
}
