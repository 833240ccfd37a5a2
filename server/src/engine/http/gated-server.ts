// The HTTP server, with the gate before everything else.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { busy, type Problem } from '@bordee/core/problem.ts'
import type { Gate } from './gate.ts'

type Headers = Record<string, string>

/** In milliseconds. Idle connections are kept longer than proxies keep theirs, so that none is closed under a request. */
const timeouts = { requestTimeout: 120_000, keepAliveTimeout: 72_000 }

/** Answers what needs no work; false leaves the request to the gate. `from` is its caller’s address. */
type AnswerEarly = (request: IncomingMessage, response: ServerResponse, from: () => string) => boolean

/** `headers` go with every answer, also to those who are refused at the gate. */
export function gatedServer(gate: Gate, handle: RequestListener, headers: Headers, answerEarly: AnswerEarly = () => false): Server {
  const { status, lines, body } = written(busy(), headers)
  const options = { ...timeouts, requireHostHeader: false } // Node would refuse a request without a host, and without our headers
  const guarded = gate.guard(handle, (_request, response) => response.writeHead(status, lines).end(body))
  const server = createServer(options, (request, response) => {
    if (!answerEarly(request, response, () => gate.addressOf(request))) guarded(request, response)
  })
  server.on('connection', (socket) => gate.count(socket, () => refuseOnSocket(socket, busy(), headers)))
  return server
}

/** For a request that isn't HTTP, or isn't read: there is nothing to reply with but the socket. */
export function refuseOnSocket(socket: Socket, problem: Problem, headers: Headers) {
  if (!socket.writable || socket.bytesWritten > 0) return socket.destroy()
  const { status, lines, body } = written(problem, headers)
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}

function written({ status, body: problem }: Problem, headers: Headers) {
  const body = JSON.stringify(problem)
  const lines = {
    ...headers,
    ...(problem.retryAfter && { 'retry-after': String(problem.retryAfter) }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, lines, body }
}
