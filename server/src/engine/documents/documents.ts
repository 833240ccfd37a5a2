// Documents on paper (PDF). The engine behind them is known in its press only. Compiling is one long breath of foreign code that nothing can interrupt, not even the end of a
// thread: so it has a process of its own, and a limit. One that is late is killed, with whatever memory it took, and the next document gets a new one.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How something is printed. */
export interface Layout {
  /** Absolute; it holds nothing but the template. */
  folder: string
  template: string
  /** With its structure for who listens to it, as PDF/A-3a. Many at once go without: it takes ten times the memory. */
  tagged: boolean
  /** Seconds since 1970: the same data makes the same bytes. */
  at: number
}

/** Documents that are printed at once, in order. `files` stand in the template's folder under their names, beside `data.json`. */
export interface Sheets {
  documents: object[]
  files: Record<string, Uint8Array>
}

/** One document of many parts. */
interface Batch {
  title: string
  parts: AsyncIterable<Sheets | Uint8Array>
}

/** What the press is told: `print` answers the bytes; each `add` goes behind what its batch has already, `end` answers the whole, `drop` forgets it. */
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

/** One process, which prints one thing after the other. */
export class Press {
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()
  readonly #patience: number

  /** Milliseconds: what each order may take. */
  constructor(patience = 30_000) {
    this.#patience = patience
  }

  print(layout: Layout, sheets: Sheets): Promise<Uint8Array> {
    return this.#order({ kind: 'print', layout, ...sheets })
  }

  /** Each part is made when its turn comes, and between two of them it is others' turn; one that is printed already comes as its bytes. `tell` hears how many documents are done. */
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

  /** One after the other. */
  #order(order: Order): Promise<Uint8Array> {
    const answered = this.#turn.then(() => this.#obeyed(order))
    this.#turn = answered.catch(() => undefined)
    return answered
  }

  #obeyed(order: Order): Promise<Uint8Array> {
    const child = this.#child?.connected ? this.#child : this.#hire()
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
          this.#dismiss()
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

  /** It gets nothing of our environment: no secret may reach a document. */
  #hire(): ChildProcess {
    const child = fork(press, [String(process.pid)], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', () => undefined) // told to whoever waits
    this.#child = child
    return child
  }

  /** With what it held of other batches: they fail too, and can be asked for again. */
  #dismiss() {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}
const press = fileURLToPath(new URL('./documents.press.ts', import.meta.url))

/** A press that has nothing to print keeps nobody from ending; one that prints does. */
function hold(child: ChildProcess) {
  child.ref()
  child.channel?.ref()
}
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

// Whoever signs waits neither for somebody's five hundred nor for the offices that print.
const presses = { single: new Press(), signature: new Press(), batch: new Press() }

export const printOne = (layout: Layout, sheets: Sheets, of: 'single' | 'signature' = 'single') => presses[of].print(layout, sheets)
export const printMany = (layout: Layout, batch: Batch, tell: (done: number) => void) => presses.batch.printAll(layout, batch, tell)
