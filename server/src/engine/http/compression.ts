// Compresses the API's answers for callers that accept it (docs/decisions/0020-weight.md).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** An answer that fits one packet arrives no sooner if it is smaller. */
const onePacket = 1400

const brotli = promisify(brotliCompress)

/** In order of preference. Runs on zlib's threads, never on the event loop. */
const compress = {
  zstd: promisify(zstdCompress),
  br: (text: string) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: promisify(gzip),
}
type Encoding = keyof typeof compress
const encodings = Object.keys(compress) as Encoding[]

/** The size of a compressed answer leaks what repeats in it, so answers with a token or a code are not compressed. */
export const holdsSecrets = (path: string) => /^\/api\/(identity|authentication|outbox)\b/.test(path)

/** JSON only: our files are pictures, PDFs or workbooks, which are compressed already, and streams must not wait. */
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

/** The first of our encodings that the caller accepts. `*` promises none in particular, and `q=0` refuses one. */
export function readableEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const read = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return encodings.find((encoding) => read.includes(encoding))
}
