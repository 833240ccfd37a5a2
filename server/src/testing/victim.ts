// A server in a separate process, for the tests to kill (victims.ts): prints the port it listens on.
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { openApp } from '../app.ts'
import { readEnv } from '../engine/env.ts'
import { openServer, startWork } from '../server.ts'

const [appUrl = '', secret = '', environment = '{}'] = process.argv.slice(2)
process.stdin.resume().once('close', () => process.exit(2)) // the tests have ended
const server = await openServer(readEnv(JSON.parse(environment) as Record<string, string>), secret, appUrl, [])
const app = await openApp(server)
await app.listen({ port: 0, host: '127.0.0.1' })
await startWork(server)
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
flushCompileCache() // nobody who is killed writes it at the end
