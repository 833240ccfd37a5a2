// The web application's files, compressed once at build time: as small as possible, at no cost per request.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

/** Fonts and pictures are compressed already. */
const textual = /\.(js|mjs|css|html|svg|json|webmanifest)$/

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes a `.br` and a `.gz` beside each file, if smaller; the server prefers them where the browser accepts them. */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => textual.test(file))
  await Promise.all(files.map((file) => precompressFile(join(folder, file))))
}

async function precompressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  const variants = {
    br: await brotli(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gz: await gzipped(bytes, { level: zlib.Z_BEST_COMPRESSION }),
  }
  for (const [extension, compressed] of Object.entries(variants)) {
    if (compressed.length < bytes.length) await writeFile(`${file}.${extension}`, compressed)
  }
}
