// A test server that others reach over HTTP, at the port that it knows as its own: what it tells itself arrives.
import { freePort } from '../postgres/process.ts'
import { openTestServer } from './server.ts'

export async function openListeningServer(environment: Record<string, string> = {}) {
  const port = await freePort()
  const server = await openTestServer({ PORT: String(port), ...environment })
  await server.app.listen({ port, host: '127.0.0.1' })
  return server
}
