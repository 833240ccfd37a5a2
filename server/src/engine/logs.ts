// The server's log: lines for people, or one JSON object per line (LOG=json). Never a body, a header, a query or an
// e-mail address.
import type { FastifyBaseLogger } from 'fastify'

export interface RequestLine {
  requestId: string
  call: string
  method: string
  status: number
  ms: number
  companyId: string | null
}

export interface ErrorLine {
  requestId?: string | undefined
  call?: string
  method?: string
  /** The route, not the address, which may contain personal data. */
  route?: string | undefined
  error: unknown
}

/** Writes lines to standard output. */
export class Logs {
  readonly #isJson: boolean
  readonly #write: (line: string) => void

  constructor(form: 'json' | 'text', write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
    this.#isJson = form === 'json'
    this.#write = write
  }

  /** JSON only: someone watching a terminal doesn't want every request. */
  request(line: RequestLine) {
    if (this.#isJson) this.#object('info', line)
  }

  /** The error and its place, without the row values that PostgreSQL adds beside its message. */
  error({ error, ...where }: ErrorLine) {
    const { name, message, stack, code } = error as Error & { code?: string }
    if (this.#isJson) return this.#object('error', { ...where, error: { name, message, code, stack } })
    const place = [where.method, where.route].filter(Boolean).join(' ')
    this.#write(`Erreur${where.requestId ? ` (requête ${where.requestId})` : ''}${place ? ` ${place}` : ''}\u00a0: ${stack ?? message}`)
  }

  /** Gives lines written with `console` the same format. */
  takeOverConsole() {
    if (!this.#isJson) return
    const say =
      (level: string) =>
      (...parts: unknown[]) =>
        this.#object(level, {
          message: parts
            .map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part)))
            .join(' ')
            .trim(),
        })
    Object.assign(console, { log: say('info'), info: say('info'), warn: say('warn'), error: say('error') })
  }

  #object(level: string, line: object) {
    this.#write(JSON.stringify({ time: new Date().toISOString(), level, ...line }))
  }
}

/** Fastify's own errors, without the address and headers it would add. */
export function fastifyLogger(logs: Logs, requestId?: string): FastifyBaseLogger {
  const error = (details: { err?: unknown } | string) => {
    if (typeof details === 'object' && details.err) logs.error({ requestId, error: details.err })
  }
  const nothing = () => undefined
  return {
    level: 'error',
    error,
    fatal: error,
    warn: nothing,
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: ({ reqId }: { reqId?: string }) => fastifyLogger(logs, reqId ?? requestId),
  } as FastifyBaseLogger
}
