// Prints documents (PDF). Only the press knows the engine. Compiling is one long call of native code that nothing can
// interrupt, not even terminating its thread, so it runs in a separate process with a time limit.
import { Problem } from '@bordee/core/problem.ts'
import { OrderFailed, Workshop } from '../workshop.ts'

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

/** What is laid out in this time, or not at all. Joining is our own work: it takes as long as there are pages. */
const patience = { print: 15_000, join: 60_000 }

const unprintable = () => new Problem(422, 'Ce texte ne peut pas être mis en page.', { code: 'unprintable' })

interface Running {
  /** Time limit of each document, in milliseconds. */
  limit?: number
}

/** Whatever one company prints, the other process is there for the others. */
export class Presses {
  readonly #presses = new Workshop<Order, Uint8Array>({
    program: new URL('./documents.press.ts', import.meta.url),
    processes: 2,
    maxWaiting: 2000,
    memory: 512,
  })
  readonly #limit: number

  constructor({ limit = patience.print }: Running = {}) {
    this.#limit = limit
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
    try {
      return await this.#presses.order(company, order, order.kind === 'print' ? this.#limit : patience.join)
    } catch (error) {
      if (!(error instanceof OrderFailed)) throw error
      console.error(error.message) // perhaps a mistake in our template
      throw unprintable()
    }
  }
}

// Someone who signs waits neither for offices that print nor for batches.
const presses = { single: new Presses(), signature: new Presses(), batch: new Presses() }

export const printOne = (company: string, layout: Layout, sheets: Sheets, of: keyof typeof presses = 'single') =>
  presses[of].print(company, layout, sheets)
export const printMany = (company: string, layout: Layout, batch: Batch, tell: (done: number) => void) =>
  presses.batch.printAll(company, layout, batch, tell)
