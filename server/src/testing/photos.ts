// Photos as phones send them.
import { randomUUID } from 'node:crypto'
import type { Photo } from '@bordee/core/photos/photo.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import sharp from 'sharp'
import type { Caller, TestServer } from './server.ts'

/** A JPEG that no other has the bytes of. */
export const aJpeg = (width = 640, height = 480, sigma = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#ccd', noise: { type: 'gaussian', mean: 128, sigma } } })
    .jpeg()
    .toBuffer()

export type SentFields = Record<string, string | number | undefined>

/** Sends a photo of a kind; `fields` may be anything. */
export async function sendPhoto(server: TestServer, caller: Pick<Caller, 'token'>, fields: SentFields, file: Uint8Array | null) {
  const form = new FormData()
  const told = { id: randomUUID(), kind: 'mark', takenAt: new Date().toISOString(), ...fields }
  for (const [name, value] of Object.entries(told)) if (value !== undefined) form.append(name, String(value))
  if (file) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg')
  const request = new Request('http://bordee/', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/photos',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<Photo & ProblemBody>() }
}

/** The picture itself, as the caller gets it. */
export async function openPhoto(server: TestServer, { token }: Pick<Caller, 'token'>, id: string, size?: string) {
  const { statusCode, headers, rawPayload } = await server.app.inject({
    url: `/api/photos/${id}${size ? `?size=${size}` : ''}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, headers, bytes: rawPayload }
}

/** How many contents the store holds, named or not. */
export async function countStored({ gateways }: TestServer): Promise<number> {
  let count = 0
  for await (const _ of gateways.files.list()) count++
  return count
}
