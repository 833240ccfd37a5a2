// Documents on paper (PDF). The engine behind them is known in its press only. Compiling is one long breath of foreign code that nothing can interrupt, not even the end of a
// thread: so it has a process of its own, and a limit. One that is late is killed, with whatever memory it took, and the next document gets a new one.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the press is given. `files` stand in the template's folder under their names, beside `data.json`. */
export interface PrintJob {
  /** Absolute; it holds nothing but the template and its fonts. */
  folder: string
  template: string
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

/** One process, which prints one job after the other. */
export class Press {
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()
  readonly #patience: number

  /** Milliseconds: what one document may take, and each chunk of many. */
  constructor(patience = 30_000) {
    this.#patience = patience
  }

  print(job: PrintJob, tell?: (done: number) => void): Promise<Uint8Array> {
    const printed = this.#turn.then(() => this.#run(job, tell))
    this.#turn = printed.catch(() => undefined)
    return printed
  }

  #run(job: PrintJob, tell?: (done: number) => void): Promise<Uint8Array> {
    const child = this.#child ?? this.#hire()
    hold(child)
    return new Promise<Uint8Array>((resolve, reject) => {
      const dismiss = (why: string) => {
        clearTimeout(limit)
        child.removeAllListeners()
        child.on('error', () => undefined)
        this.#child = undefined
        child.kill('SIGKILL')
        reject(new Error(why))
      }
      const late = () => dismiss('the document took too long')
      let limit = setTimeout(late, this.#patience)
      const onGone = () => dismiss('the document was not printed')
      const onMessage = ({ bytes, done, error }: Printed) => {
        clearTimeout(limit)
        if (done !== undefined) {
          tell?.(done)
          limit = setTimeout(late, this.#patience)
          return
        }
        child.off('message', onMessage).off('error', onGone).off('exit', onGone)
        release(child)
        if (bytes) resolve(bytes)
        else reject(new Error(error ?? 'nothing was printed'))
      }
      child.on('message', onMessage).once('error', onGone).once('exit', onGone)
      child.send(job)
    })
  }

  /** It gets nothing of our environment: no secret may reach a document. */
  #hire(): ChildProcess {
    const child = fork(press, {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    this.#child = child
    return child
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

// Whoever signs does not wait for somebody's five hundred.
const single = new Press()
const batches = new Press()

export const printOne = (job: PrintJob) => single.print(job)
export const printMany = (job: PrintJob, tell: (done: number) => void) => batches.print(job, tell)
