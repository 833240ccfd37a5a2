// A test server that listens on the port in its own settings, so that its own webhooks reach it.
import { freePort } from '../postgres/process.ts'
import { openTestServer } from './server.ts'

export async function openListeningServer(environment: Record<string, string> = {}, options: { lookSeconds?: number } = {}) {
  const port = await freePort()
  const server = await openTestServer({ PORT: String(port), ...environment }, undefined, options)
  await server.app.listen({ port, host: '127.0.0.1' })
  return server
}
