import { readFileSync } from 'node:fs'
import { api } from '@bordee/core/api.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { callsPage, callsPagePath } from './calls-page.ts'
import { openApi } from './openapi.ts'

test('the API describes itself in valid OpenAPI 3.1, with named components', async () => {
  const document = openApi()
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  const text = JSON.stringify(document)
  for (const name of ['Account', 'Company', 'Session', 'Problem']) expect(text).toContain(`"#/components/schemas/${name}"`)
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document).toHaveProperty(['components', 'schemas', name])
})

test('every call is included, with each of its verbs', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string }>> }
  for (const row of Object.values(api))
    for (const verb of row.verbs) expect(paths[row.path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(verb.toLowerCase())
})

test('docs/calls.md is up to date', () => {
  expect(readFileSync(callsPagePath, 'utf8'), 'npm run calls').toBe(callsPage())
})
