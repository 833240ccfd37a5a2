// Documents on paper (PDF). The engine behind them is known here and in its thread only. Compiling is one long breath that nothing can interrupt, so it has a thread of
// its own, and a limit: a thread that is late is ended, and the next document gets a new one.
import { Worker } from 'node:worker_threads'

/** What the thread is given. `files` stand in the template's folder under their names, beside `data.json`. */
export interface PrintJob {
  /** Absolute; it holds nothing but the template and its fonts. */
  folder: string
  template: string
  /** Of many together; one alone says its own. */
  title: string
  /** Each becomes pages of the document, in order; one that is printed already comes as its bytes. */
  documents: (object | Uint8Array)[]
  files: Record<string, Uint8Array>
  /** With its structure for who listens to it, as PDF/A-3a. Many at once go without: it takes ten times the memory. */
  tagged: boolean
  /** Seconds since 1970: the same data makes the same bytes. */
  at: number
}

export interface Printed {
  bytes?: Uint8Array
  done?: number
  error?: string
}

/** Milliseconds: what one document may take, and each chunk of many. */
const patience = 30_000

/** One thread, which prints one job after the other. */
class Press {
  #worker: Worker | undefined
  #turn: Promise<unknown> = Promise.resolve()

  print(job: PrintJob, tell?: (done: number) => void): Promise<Uint8Array> {
    const printed = this.#turn.then(() => this.#run(job, tell))
    this.#turn = printed.catch(() => undefined)
    return printed
  }

  #run(job: PrintJob, tell?: (done: number) => void): Promise<Uint8Array> {
    const worker = this.#worker ?? this.#hire()
    worker.ref()
    return new Promise<Uint8Array>((resolve, reject) => {
      const dismiss = (why: string) => {
        this.#worker = undefined
        void worker.terminate()
        reject(new Error(why))
      }
      const late = () => dismiss('the document took too long')
      let limit = setTimeout(late, patience)
      const onGone = () => dismiss('the document was not printed')
      const onMessage = ({ bytes, done, error }: Printed) => {
        clearTimeout(limit)
        if (done !== undefined) {
          tell?.(done)
          limit = setTimeout(late, patience)
          return
        }
        worker.off('message', onMessage).off('error', onGone).off('exit', onGone)
        worker.unref()
        if (bytes) resolve(bytes)
        else reject(new Error(error ?? 'nothing was printed'))
      }
      worker.on('message', onMessage).once('error', onGone).once('exit', onGone)
      worker.postMessage(job)
    })
  }

  #hire(): Worker {
    const worker = new Worker(new URL('./documents.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    this.#worker = worker
    return worker
  }
}

// Whoever signs does not wait for somebody's five hundred.
const single = new Press()
const batches = new Press()

export const printOne = (job: PrintJob) => single.print(job)
export const printMany = (job: PrintJob, tell: (done: number) => void) => batches.print(job, tell)
