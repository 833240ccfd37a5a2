import type { Upload } from '@bordee/core/imports/import.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import type { Caller, TestServer } from './server.ts'

export interface SentFile {
  name: string
  bytes: Uint8Array | string
}

export const sendFiles = (server: TestServer, caller: Caller, files: readonly SentFile[]) =>
  sendFilesTo<Upload>(server, caller, '/importation/validate', files)

export async function sendFilesTo<Answer>(server: TestServer, caller: Caller, path: string, files: readonly SentFile[]) {
  const boundary = 'between-the-files'
  const parts = files.flatMap(({ name, bytes }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part as string))),
  })
  return { status: answer.statusCode, body: answer.json<Answer & ProblemBody>() }
}
