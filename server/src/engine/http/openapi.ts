// The API as an OpenAPI 3.1 document, from the same rows that the server and the web client use.
import { api } from '@bordee/core/api.ts'
import { type CallRow, type JsonText, mayBeAbsent, pathNames } from '@bordee/core/call.ts'
import { nextPiece } from '@bordee/core/pieces.ts'
import * as z from 'zod'
import { release } from '../version.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

export const openApi = (): Json => document(Object.values(api))

let written: JsonText<Json> | undefined
/** Written once: it takes as long as a hundred small answers. */
export const openApiText = (): JsonText<Json> => (written ??= { jsonText: JSON.stringify(openApi()) })

function document(rows: readonly CallRow[]): Json {
  const paths: Record<string, Json> = {}
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    for (const [index, verb] of row.verbs.entries()) {
      paths[path] = { ...paths[path], [verb.toLowerCase()]: operation(row, index ? `${row.name}By${verb}` : row.name, verb) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bordée', version: release },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ...components(), Problem: problem },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(row: CallRow, operationId: string, verb: string): Json {
  const inPath = pathNames(row.path)
  const inBody = verb === 'GET' || verb === 'DELETE' ? [] : Object.keys(row.input.shape).filter((key) => !inPath.includes(key))
  const parameters = Object.entries(row.input.shape)
    .filter(([key]) => !inBody.includes(key))
    .map(([key, schema]) => {
      const here = inPath.includes(key)
      return { name: key, in: here ? 'path' : 'query', required: here || !mayBeAbsent(schema), schema: schemaOf(schema, 'input') }
    })
  const binary = { type: 'string', format: 'binary' }
  const fields = bodyOf(row, inBody)
  const body = row.upload
    ? {
        'multipart/form-data': {
          schema: { ...fields, properties: { ...(fields.properties as Json), [row.upload]: { type: 'array', items: binary } } },
        },
      }
    : { 'application/json': { schema: fields } }
  return {
    operationId,
    summary: row.summary,
    tags: [row.slice],
    ...(row.who !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(parameters.length && { parameters }),
    ...((inBody.length || row.upload) && { requestBody: { required: true, content: body } }),
    responses: {
      [row.status]: { description: 'Réussi', ...answerOf(row, binary) },
      default: { description: 'Refusé', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  }
}

function bodyOf(row: CallRow, keys: readonly string[]): Json {
  const shape = row.input.shape
  const required = keys.filter((key) => shape[key] && !mayBeAbsent(shape[key]))
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, shape[key] ? schemaOf(shape[key], 'input') : {}])),
    ...(required.length && { required }),
  }
}

function answerOf(row: CallRow, binary: Json): Json {
  if (row.file) return { content: { [row.file]: { schema: binary } } }
  if (row.stream) return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  if (!row.returns) return {}
  const whole = schemaOf(row.returns, 'output')
  if (!row.rows) return { content: { 'application/json': { schema: whole } } }
  const schema = { anyOf: [whole, { type: 'array', items: schemaOf(row.rows, 'output') }] }
  return {
    headers: { [nextPiece]: { description: 'Où commence la suite', schema: { type: 'string' } } },
    content: { 'application/json': { schema } },
  }
}

const refTo = (id: string) => `#/components/schemas/${id}`

const options = (io: Direction) =>
  ({
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    // Otherwise input and output would differ by this property only, and every component would exist twice.
    override: ({ jsonSchema }: { jsonSchema: Json }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as const

/** A schema named in the registry is written once and referenced. */
function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...options('output'), uri: refTo })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema as Json)]))
}

function schemaOf(schema: z.core.$ZodType, io: Direction): Json {
  const name = z.globalRegistry.get(schema)?.id
  if (name) return { $ref: refTo(name) }
  const { def } = schema._zod as { def: { type: string; element?: z.core.$ZodType } }
  if (def.type === 'array' && def.element) return { type: 'array', items: schemaOf(def.element, io) }
  const { $defs, ...written } = bare(z.toJSONSchema(schema, options(io)) as Json)
  return $defs ? (JSON.parse(JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')) as Json) : written
}

function bare({ $schema: _, $id: __, id: ___, ...schema }: Json): Json {
  return schema
}

const problem = {
  type: 'object',
  required: ['message', 'type'],
  properties: {
    message: { type: 'string', description: 'En français, à montrer tel quel' },
    type: { type: 'string', enum: ['warning', 'failure'] },
    formErrors: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } },
    code: { type: 'string' },
    conflicts: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, message: { type: 'string' } } } },
    retryAfter: { type: 'integer' },
    ticket: { type: 'string' },
    requestId: { type: 'string' },
  },
}
