// Prints documents (PDF). Only the press knows the engine. Compiling is one long call of native code that nothing can
// interrupt, not even terminating its thread, so it runs in a separate process with a time limit. A late one is killed,
// which frees its memory, and the next document gets a new process.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '@bordee/core/problem.ts'
import { FairQueue } from '../http/fair-queue.ts'

export interface Layout {
  /** Absolute path; it contains only the template. */
  folder: string
  template: string
  /** With structure for screen readers, as PDF/A-3a. Batches go without: it takes ten times the memory. */
  tagged: boolean
  /** Creation date in seconds since 1970, so that the same data gives the same bytes. */
  at: number
}

/** Documents printed together, in order. `files` appear in the template's folder by name, beside `data.json`. */
export interface Sheets {
  documents: object[]
  files: Record<string, Uint8Array>
}

/** One document of many parts. */
interface Batch {
  title: string
  parts: AsyncIterable<Sheets | Uint8Array>
}

/** `join` makes one document of printed ones. */
export type Order = ({ kind: 'print'; layout: Layout } & Sheets) | { kind: 'join'; title: string; at: number; parts: Uint8Array[] }

export interface Answer {
  bytes?: Uint8Array
  error?: string
}

/** What is laid out in this time, or not at all. Joining is our own work: it takes as long as there are pages. */
const patience = { print: 15_000, join: 60_000 }

const unprintable = () => new Problem(422, 'Ce texte ne peut pas être mis en page.', { code: 'unprintable' })

interface Running {
  /** Time limit of each document, in milliseconds. */
  limit?: number
}

/**
 * Two processes that print for everyone. Companies take turns, and none uses both: whatever one prints, the other process
 * is there for the others.
 */
export class Presses {
  readonly #queue = new FairQueue(2, { maxWaiting: 2000, perKey: 1 })
  /** The one used last, which is running, comes last. */
  readonly #idle: Press[]

  constructor(running: Running = {}) {
    this.#idle = [new Press(running), new Press(running)]
  }

  print(company: string, layout: Layout, sheets: Sheets): Promise<Uint8Array> {
    return this.#order(company, { kind: 'print', layout, ...sheets })
  }

  /**
   * Each part is created when its turn comes, and others print between parts; a printed part is given as its bytes. `tell`
   * gets the number of finished documents.
   */
  async printAll(company: string, layout: Layout, { title, parts }: Batch, tell: (done: number) => void): Promise<Uint8Array> {
    const printed: Uint8Array[] = []
    let done = 0
    for await (const part of parts) {
      const isPrinted = part instanceof Uint8Array
      printed.push(isPrinted ? part : await this.print(company, layout, part))
      done += isPrinted ? 1 : part.documents.length
      tell(done)
    }
    return this.#order(company, { kind: 'join', title, at: layout.at, parts: printed })
  }

  async #order(company: string, order: Order): Promise<Uint8Array> {
    const leave = await this.#queue.enter(company)
    const press = this.#idle.pop()
    try {
      if (!press) throw new Error('more orders than presses')
      return await press.obey(order)
    } finally {
      if (press) this.#idle.push(press)
      leave()
    }
  }
}

/** One process, which prints one thing at a time. */
class Press {
  #child: ChildProcess | undefined
  readonly #running: Running

  constructor(running: Running) {
    this.#running = running
  }

  obey(order: Order): Promise<Uint8Array> {
    const child = this.#child?.connected ? this.#child : this.#startProcess()
    hold(child)
    return new Promise<Uint8Array>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(limit)
        child.off('message', onMessage).off('error', onGone).off('exit', onGone)
        release(child)
        end()
      }
      // Text can make the compiler crash as well as take forever. Nobody waits for the next process: it starts now.
      const onGone = () =>
        settle(() => {
          child.kill('SIGKILL')
          release(this.#startProcess())
          reject(unprintable())
        })
      const limit = setTimeout(onGone, order.kind === 'print' ? (this.#running.limit ?? patience.print) : patience.join)
      const onMessage = ({ bytes, error }: Answer) =>
        settle(() => {
          if (!error) return resolve(bytes ?? new Uint8Array())
          console.error(error) // perhaps a mistake in our template
          reject(unprintable())
        })
      child.on('message', onMessage).on('error', onGone).on('exit', onGone)
      child.send(order)
    })
  }

  /** With an empty environment: no secret may reach a document. */
  #startProcess(): ChildProcess {
    const child = fork(press, [String(process.pid)], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', () => undefined) // reported to the waiting order
    this.#child = child
    return child
  }
}
const press = fileURLToPath(new URL('./documents.press.ts', import.meta.url))

/** An idle press must not keep the server from exiting; a printing one must. */
function hold(child: ChildProcess) {
  child.ref()
  child.channel?.ref()
}
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

// Someone who signs waits neither for offices that print nor for batches.
const presses = { single: new Presses(), signature: new Presses(), batch: new Presses() }

export const printOne = (company: string, layout: Layout, sheets: Sheets, of: keyof typeof presses = 'single') =>
  presses[of].print(company, layout, sheets)
export const printMany = (company: string, layout: Layout, batch: Batch, tell: (done: number) => void) =>
  presses.batch.printAll(company, layout, batch, tell)
