// Reads a call's input from the path, the query, the body and its files, by the row's schema.
import '@fastify/multipart'
import { type CallRow, enveloped, largestFile, mostFiles, pathNames, type UploadedFile } from '@bordee/core/call.ts'
import { invalid, notFound, Problem } from '@bordee/core/problem.ts'
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

function inputOf(row: CallRow, request: FastifyRequest): Record<string, unknown> {
  const raw = { ...queryOf(request), ...(row.upload || row.raw ? {} : enveloped(row, request.body)), ...(request.params as object) }
  const tooLong = tooLongList(row.input, raw)
  if (tooLong) throw invalid(formErrors(row, [tooLong]))
  const parsed = safeParse(row.input, raw)
  if (!parsed.success) {
    const inPath = pathNames(row.path)
    if (parsed.error.issues.some((issue) => inPath.includes(String(issue.path[0])))) throw notFound('Élément')
    throw invalid(formErrors(row, parsed.error.issues))
  }
  const input: Record<string, unknown> = parsed.data
  return row.upload ? { ...input, files: filesOf(request, row.upload) } : input
}

async function* filesOf(request: FastifyRequest, field: string): AsyncGenerator<UploadedFile> {
  try {
    for await (const part of request.files()) {
      if (part.fieldname !== field) part.file.resume()
      else
        yield { name: part.filename, type: part.mimetype, bytes: () => part.toBuffer().catch((error) => refuseFile(error, part.filename)) }
    }
  } catch (error) {
    refuseFile(error)
  }
}

/** The multipart parser reports exceeded limits in English. */
function refuseFile(error: unknown, name = ''): never {
  const { code } = error as { code?: string }
  const tooMuch = (message: string) => new Problem(413, message, { formErrors: { files: { [name]: message } } })
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooMuch(`«\u00a0${name}\u00a0» dépasse ${largestFile / 1024 / 1024}\u00a0Mo.`)
  if (code === 'FST_FILES_LIMIT') throw tooMuch(`${mostFiles}\u00a0fichiers au plus à la fois.`)
  throw code === undefined ? new Problem(400, 'Requête mal formée.') : error // no boundary, or a truncated body
}
