// What the API answers travels compressed where the caller reads it (docs/decisions/0020-weight.md).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** What fits one packet arrives no sooner for being smaller. */
const onePacket = 1400

const brotli = promisify(brotliCompress)

/** In our order of preference. In the threads of zlib, never on the one that answers everybody. */
const compress = {
  zstd: promisify(zstdCompress),
  br: (text: string) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: promisify(gzip),
}
type Encoding = keyof typeof compress
const encodings = Object.keys(compress) as Encoding[]

/** The size of a compressed answer tells what repeats in it: one that holds a token or a code stays as it is. */
export const holdsSecrets = (path: string) => /^\/api\/(identity|authentication|outbox)\b/.test(path)

/** JSON only: a file of ours is a picture, a PDF or a workbook, compressed by what it is; a stream is never kept waiting. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < onePacket || holdsSecrets(request.routeOptions.url ?? '')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = readableEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    const compressed = await compress[encoding](payload)
    reply.header('content-encoding', encoding)
    return compressed
  })
}

/** The first of ours that the caller reads. `*` is no promise to read any particular one, and `q=0` refuses it. */
export function readableEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const read = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return encodings.find((encoding) => read.includes(encoding))
}
