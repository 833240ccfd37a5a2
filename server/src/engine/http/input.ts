// Reads a call's input from the path, the query, the body and its files, by the row's schema.

import { type CallRow, enveloped, largestFile, mostFiles, pathNames, type UploadedFile } from '@bordee/core/call.ts'
import { invalid, notFound, Problem } from '@bordee/core/problem.ts'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { safeParse } from 'zod'
import { tooLongList } from './list-lengths.ts'
import { formErrors } from './problems.ts'

/** A call that writes only takes ids from its address: a password there would end up in every log along the way. */
function queryOf({ method, query }: FastifyRequest): Record<string, unknown> {
  const given = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(method === 'GET' || method === 'DELETE' ? given : given.filter(([key]) => /Ids?$/.test(key)))
}

export function readInput(row: CallRow, request: FastifyRequest): Record<string, unknown> {
  const begun = performance.now()
  try {
    return inputOf(row, request)
  } finally {
    request.lookedAtFor = performance.now() - begun
  }
}

/** An upload's fields come before its files, which stream in as the handler asks for them. */
export async function readUpload(row: CallRow, request: FastifyRequest): Promise<Record<string, unknown>> {
  const parts = request.parts()
  const fields: Record<string, unknown> = {}
  const field = row.upload ?? ''
  const first = await partAfterFields(parts, fields, field).catch((error) => refuseFile(error))
  return { ...inputOf(row, request, fields), files: filesOf(first, parts, field) }
}

/** What nobody read of a refused upload would block the next request on its connection. */
export function discardRest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

type Parts = AsyncIterableIterator<Multipart>

async function partAfterFields(parts: Parts, fields: Record<string, unknown>, field: string): Promise<MultipartFile | null> {
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) return null
    if (part.type === 'file') {
      if (part.fieldname === field) return part
      part.file.resume()
      continue
    }
    if (part.valueTruncated || part.fieldnameTruncated) throw new Problem(413, 'Requête trop volumineuse.')
    fields[part.fieldname] = part.value
  }
}

function inputOf(row: CallRow, request: FastifyRequest, fields?: Record<string, unknown>): Record<string, unknown> {
  const body = fields ?? (row.raw ? {} : enveloped(row, request.body))
  const raw = { ...queryOf(request), ...body, ...(request.params as object) }
  const tooLong = tooLongList(row.input, raw)
  if (tooLong) throw invalid(formErrors(row, [tooLong]))
  const parsed = safeParse(row.input, raw)
  if (!parsed.success) {
    const inPath = pathNames(row.path)
    if (parsed.error.issues.some((issue) => inPath.includes(String(issue.path[0])))) throw notFound('Élément')
    throw invalid(formErrors(row, parsed.error.issues))
  }
  return parsed.data
}

async function* filesOf(first: MultipartFile | null, parts: Parts, field: string): AsyncGenerator<UploadedFile> {
  try {
    for (let part: Multipart | null | undefined = first; part; part = (await parts.next()).value) {
      if (part.type !== 'file') continue
      const { filename: name, mimetype: type } = part
      if (part.fieldname !== field) part.file.resume()
      else {
        const file = part
        const bytes = () => file.toBuffer().catch((error) => refuseFile(error, name))
        yield { name, type, arrived: () => file.file.bytesRead, bytes, stop: (why) => void file.file.destroy(why) }
      }
    }
  } catch (error) {
    refuseFile(error)
  }
}

/** The multipart parser reports exceeded limits in English. */
function refuseFile(error: unknown, name = ''): never {
  if (error instanceof Problem) throw error
  const { code } = error as { code?: string }
  const tooMuch = (message: string) => new Problem(413, message, { formErrors: { files: { [name]: message } } })
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooMuch(`«\u00a0${name}\u00a0» dépasse ${largestFile / 1024 / 1024}\u00a0Mo.`)
  if (code === 'FST_FILES_LIMIT') throw tooMuch(`${mostFiles}\u00a0fichiers au plus à la fois.`)
  throw code === undefined ? new Problem(400, 'Requête mal formée.') : error // no boundary, or a truncated body
}
