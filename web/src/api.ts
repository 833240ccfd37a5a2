// The API client: one function makes every call.
import { type CallRow, type Downloaded, type Input, mayBeAbsent, mayBeNull, type Output, pathNames, type RowOf } from '@bordee/core/call.ts'
import { nextPiece } from '@bordee/core/pieces.ts'
import { Problem, type ProblemBody } from '@bordee/core/problem.ts'
import { heard, unheard } from './contact.ts'

export interface ApiSettings {
  /** The identity token; `force` fetches a fresh one. Null when nobody is signed in. */
  token(force?: boolean): Promise<string | null>
  /** The current token, if there is one. Public calls send it but don't wait for one. */
  tokenAtHand(): string | null
  /** The company this tab shows. Every call sends it, so that a stale tab never writes into another company. */
  companyId(): string | null
  onCompanyChanged(): void
  fetch?: typeof fetch
}

let settings: ApiSettings | undefined

export function initApi(given: ApiSettings | undefined) {
  settings = given
}

/** A file arrives as a Blob; anything else as its row declares. */
export type Answer<C> = [Output<C>] extends [Downloaded] ? Blob : Output<C>
type Arguments<C> = object extends Input<C> ? [input?: Input<C>, options?: AskOptions] : [input: Input<C>, options?: AskOptions]

export interface AskOptions {
  signal?: AbortSignal
  /** The captcha's solution. */
  captcha?: string
  /** Replaces `fetch` for this one call. */
  fetch?: typeof fetch
}

/** Makes a call. Throws a Problem when the server refuses; any other error did not come from the server. */
export async function ask<C extends CallRow>(row: C, ...[input, options = {}]: Arguments<C>): Promise<Answer<C>> {
  return read(row, await answerTo(row, (input ?? {}) as Record<string, unknown>, options)) as Promise<Answer<C>>
}

/** One piece of a list: its rows, the cursor of the next piece, and the version of the list it belongs to. */
export async function askPiece<C extends CallRow>(row: C, input: Input<C>, options: AskOptions = {}) {
  const answer = await answerTo(row, input as Record<string, unknown>, options)
  const rows = (await read(row, answer)) as RowOf<C>[]
  return { rows, next: answer.headers.get(nextPiece), version: answer.headers.get('etag') }
}

/** Opens a call that streams and returns its bytes. Throws what `ask` would throw. */
export async function openStream<C extends CallRow>(row: C, input: Input<C>, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const answer = await answerTo(row, input as Record<string, unknown>, { signal })
  if (!answer.ok) await read(row, answer)
  if (!answer.body) throw new Error(`${row.name} answered without a body`)
  return answer.body
}

async function answerTo(row: CallRow, given: Record<string, unknown>, options: AskOptions): Promise<Response> {
  if (!settings) throw new Error('NeoApi must be initialized.')
  requireParameters(row, given)
  const { url, ...request } = write(row, given)

  const send = async (token: string | null) => {
    const headers = new Headers(request.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (options.captcha) headers.set('recaptcha', options.captcha)
    const company = settings?.companyId()
    if (company && row.who !== 'anyone') headers.set('x-company', company)
    const signal = options.signal && { signal: options.signal }
    try {
      const answer = await (options.fetch ?? settings?.fetch ?? fetch)(url, { ...request, headers, ...signal })
      heard(answer)
      return answer
    } catch (error) {
      if (!options.signal?.aborted) unheard()
      throw error
    }
  }

  const isOpen = row.who === 'anyone'
  const answer = await send(isOpen ? settings.tokenAtHand() : await settings.token())
  // The token may have expired: retry with a fresh one. Public calls don't: at sign-in, 401 means a wrong password.
  return answer.status === 401 && !isOpen ? send(await settings.token(true)) : answer
}

function requireParameters(row: CallRow, given: Record<string, unknown>) {
  const missing = Object.entries(row.input.shape).find(
    ([name, schema]) => !mayBeAbsent(schema) && (given[name] === undefined || (given[name] === null && !mayBeNull(schema))),
  )
  if (missing) throw new Error(`Required parameter ${missing[0]} was null or undefined when calling ${row.name}`)
}

function write(row: CallRow, given: Record<string, unknown>) {
  const method = row.verbs[0] ?? 'GET'
  const inPath = pathNames(row.path)
  const path = inPath.reduce((text, name) => text.replace(`:${name}`, encodeURIComponent(String(given[name]))), row.path)
  const rest = Object.entries(given).filter(([name, value]) => !inPath.includes(name) && name !== 'files' && value !== undefined)
  if (row.upload) {
    const form = new FormData()
    for (const [name, value] of rest) form.append(name, String(value))
    for (const file of (given.files ?? []) as Blob[]) form.append(row.upload, file)
    return { url: `/api${path}`, method, body: form }
  }
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(rest.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]))
    return { url: `/api${path}${query.size ? `?${query}` : ''}`, method }
  }
  return { url: `/api${path}`, method, body: JSON.stringify(Object.fromEntries(rest)), headers: { 'content-type': 'application/json' } }
}

async function read(row: CallRow, answer: Response): Promise<unknown> {
  if (answer.ok && row.file) return (await answer.blob()) satisfies Downloaded
  const text = await answer.text()
  if (answer.ok) return text === '' ? null : JSON.parse(text)
  const body = asProblemBody(text)
  if (!body) throw new Error(`${row.name} answered ${answer.status} without a message`)
  if (body.code === 'company-changed') settings?.onCompanyChanged()
  throw new Problem(answer.status, body.message, body)
}

/** A proxy in between may answer with HTML, which is not a Problem. */
function asProblemBody(text: string): ProblemBody | undefined {
  try {
    const body = JSON.parse(text) as ProblemBody
    return typeof body?.message === 'string' ? body : undefined
  } catch {
    return undefined
  }
}
