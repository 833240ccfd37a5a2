// Readers of one page, each from an address of its own, who read it again as soon as they have it. As a program, in a process of
// its own: what they cost isn't the server's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

export const readers = 200

interface Order {
  port: number
  path: string
  /** They stop after so many answers together, or when they are told. */
  answers: number | null
}

export interface Read {
  answers: number
  seconds: number
}

export async function openReaders() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const heard = async () => ((await once(child, 'message')) as [Read])[0]
  await once(child, 'message') // it runs
  return {
    async read(order: Order): Promise<Read> {
      child.send(order)
      return heard()
    },
    /** Returns how to stop them. */
    async readOn(order: Omit<Order, 'answers'>): Promise<() => Promise<Read>> {
      child.send({ ...order, answers: null })
      await once(child, 'message') // all have their first answer
      return async () => {
        child.send('stop')
        return heard()
      }
    },
    close: () => child.kill(),
  }
}

/** Plain sockets, which count bytes: every answer is as long as the first. An HTTP client would be slower than the server. */
async function readAll({ port, path, answers }: Order): Promise<Read> {
  let isStopped = false
  if (answers === null) process.once('message', () => (isStopped = true))
  const length = await lengthOf(port, path)
  let read = 0
  let begun = 0
  const started: Promise<unknown>[] = []
  const loops = Array.from({ length: readers }, async (_, reader) => {
    const request = requestOf(path, reader)
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    const first = Promise.withResolvers<void>()
    started.push(first.promise)
    await once(socket, 'connect')
    begun ||= performance.now()
    let bytes = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes < length) return
      if (bytes > length) throw new Error(`an answer of ${bytes} bytes instead of ${length}`)
      bytes = 0
      read++
      first.resolve()
      if (isStopped || (answers !== null && read > answers - readers)) resolve()
      else socket.write(request)
    })
    socket.write(request)
    await promise
    socket.destroy()
  })
  if (answers === null) void Promise.all(started).then(() => process.send?.('reading'))
  await Promise.all(loops)
  return { answers: read, seconds: (performance.now() - begun) / 1000 }
}

const requestOf = (path: string, reader: number) =>
  [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'accept: text/html',
    'accept-encoding: gzip, deflate, br',
    `x-forwarded-for: 10.7.0.${reader}`,
    '\r\n',
  ].join('\r\n')

async function lengthOf(port: number, path: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(requestOf(path, 250))
  let text = ''
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    const whole = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1])
    if (head >= 0 && text.length >= whole) return whole
  }
  throw new Error('no answer')
}

if (process.argv[1]?.endsWith('bulletin.readers.ts')) {
  process.on('message', (order: Order | 'stop') => {
    if (order !== 'stop') void readAll(order).then((read) => process.send?.(read))
  })
  process.send?.('here')
}
