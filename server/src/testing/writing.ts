// What the test that writes every field needs to know about a call.
import type { ActingRole } from '@bordee/core/roles.ts'
import type { People, TestServer } from './server.ts'

export type Values = Record<string, unknown>

/** Where one row is tried: a company of its own, round after round with other values. */
export interface Setting {
  server: TestServer
  people: People
  round: number
  /** Something of the company's for each name of a field that takes an id. */
  idFor(field: string): string | undefined
}

export interface Written {
  /** Who writes it; the owner, or whoever may. */
  as?: ActingRole
  /** What must be sent besides fresh values, or in their place; undefined is left out. */
  given?(setting: Setting): Promise<Values> | Values
  headers?(setting: Setting): Promise<Record<string, string>>
  /** What was written as it is read, in the shape in which it was sent. By default the answer, the GET of the same path and the list. */
  reads?(setting: Setting, sent: Values, answer: Values): Promise<Values[]>
}
