// Prints documents (PDF). Only the press knows the engine. Compiling is one long call of native code that nothing can
// interrupt, not even terminating its thread, so it runs in a separate process with a time limit. A late one is killed,
// which frees its memory, and the next document gets a new process.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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

/** `print` returns the bytes; `add` appends to a batch, `end` returns the whole batch, `drop` discards it. */
export type Order =
  | ({ kind: 'print'; layout: Layout } & Sheets)
  | ({ kind: 'add'; batch: string; layout: Layout } & Sheets)
  | { kind: 'addPrinted'; batch: string; bytes: Uint8Array }
  | { kind: 'end'; batch: string; title: string; layout: Layout }
  | { kind: 'drop'; batch: string }

export interface Answer {
  bytes?: Uint8Array
  error?: string
}

/** One process, which prints one thing at a time. */
export class Press {
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()
  readonly #patience: number

  /** Time limit of each order, in milliseconds. */
  constructor(patience = 30_000) {
    this.#patience = patience
  }

  print(layout: Layout, sheets: Sheets): Promise<Uint8Array> {
    return this.#order({ kind: 'print', layout, ...sheets })
  }

  /**
   * Each part is created when its turn comes, and other orders run between parts; a printed part is given as its
   * bytes. `tell` gets the number of finished documents.
   */
  async printAll(layout: Layout, { title, parts }: Batch, tell: (done: number) => void): Promise<Uint8Array> {
    const batch = crypto.randomUUID()
    let done = 0
    try {
      for await (const part of parts) {
        const isPrinted = part instanceof Uint8Array
        await this.#order(isPrinted ? { kind: 'addPrinted', batch, bytes: part } : { kind: 'add', batch, layout, ...part })
        done += isPrinted ? 1 : part.documents.length
        tell(done)
      }
      return await this.#order({ kind: 'end', batch, title, layout })
    } catch (error) {
      await this.#order({ kind: 'drop', batch }).catch(() => undefined)
      throw error
    }
  }

  #order(order: Order): Promise<Uint8Array> {
    const answered = this.#turn.then(() => this.#obeyed(order))
    this.#turn = answered.catch(() => undefined)
    return answered
  }

  #obeyed(order: Order): Promise<Uint8Array> {
    const child = this.#child?.connected ? this.#child : this.#startProcess()
    hold(child)
    return new Promise<Uint8Array>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(limit)
        child.off('message', onMessage).off('error', onGone).off('exit', onGone)
        release(child)
        end()
      }
      const lose = (why: string) =>
        settle(() => {
          this.#killProcess()
          reject(new Error(why))
        })
      const limit = setTimeout(() => lose('the document took too long'), this.#patience)
      const onGone = () => lose('the document was not printed')
      const onMessage = ({ bytes, error }: Answer) =>
        settle(() => (error === undefined ? resolve(bytes ?? new Uint8Array()) : reject(new Error(error))))
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

  /** Kills the press with the pages it holds for other batches: they fail too, and can be requested again. */
  #killProcess() {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
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

// Three presses: someone who signs waits neither for a batch of five hundred nor for offices that print.
const presses = { single: new Press(), signature: new Press(), batch: new Press() }

export const printOne = (layout: Layout, sheets: Sheets, of: 'single' | 'signature' = 'single') => presses[of].print(layout, sheets)
export const printMany = (layout: Layout, batch: Batch, tell: (done: number) => void) => presses.batch.printAll(layout, batch, tell)
