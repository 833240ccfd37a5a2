// Serves the installed vector map in ranges.
import { mkdir } from 'node:fs/promises'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { mapFolder, mapPath } from '../platform/map-archive.ts'

export async function serveMap(app: FastifyInstance, dataDir: string) {
  const root = mapFolder(dataDir)
  await mkdir(root, { recursive: true }) // one may be installed while the server runs
  await app.register(files, { root, prefix: mapPath, decorateReply: false, immutable: true, maxAge: '1y' })
}
