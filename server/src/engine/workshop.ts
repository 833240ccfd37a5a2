// Work that nothing can interrupt, or that must not slow down the server, in processes of our own with a time limit. A late
// one is killed, which frees its memory, and the next order gets a new process. workshop.process.ts is their side.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { FairQueue } from './http/fair-queue.ts'

export interface Tools {
  /** The program that the processes run. It calls `serve`. */
  program: URL
  processes: number
  maxWaiting: number
  /** Megabytes of V8's heap. */
  memory: number
  /** From 0 to 19: how far the processes stand back for others who need the processor. */
  nice?: number
  /** How many times as long as an order took a process rests after it: a low priority alone still keeps others waiting. */
  rest?: number
}

export type Reply<Answer> = { answer: Answer } | { error: string }

/** The process died, took too long, or reported an error. */
export class OrderFailed extends Error {}

/** Processes that work for everyone. Companies take turns, and none uses two at a time. */
export class Workshop<Order extends object, Answer> {
  readonly #queue: FairQueue
  /** The one used last, which is running, comes last. */
  readonly #idle: Worker<Order, Answer>[]
  readonly #rest: number

  constructor(tools: Tools) {
    this.#rest = tools.rest ?? 0
    this.#queue = new FairQueue(tools.processes, { maxWaiting: tools.maxWaiting, perKey: 1 })
    this.#idle = Array.from({ length: tools.processes }, () => new Worker(tools))
  }

  /** `limit`: milliseconds from the moment its turn comes. Throws `OrderFailed`. */
  async order(company: string, order: Order, limit: number): Promise<Answer> {
    const leave = await this.#queue.enter(company)
    const worker = this.#idle.pop()
    const began = performance.now()
    try {
      if (!worker) throw new Error('more orders than workers')
      return await worker.obey(order, limit)
    } finally {
      if (worker) this.#idle.push(worker)
      if (this.#rest) setTimeout(leave, this.#rest * (performance.now() - began)).unref()
      else leave()
    }
  }
}

/** One process, which does one thing at a time. */
class Worker<Order extends object, Answer> {
  readonly #tools: Tools
  #child: ChildProcess | undefined

  constructor(tools: Tools) {
    this.#tools = tools
  }

  obey(order: Order, patience: number): Promise<Answer> {
    const child = this.#child?.connected ? this.#child : this.#startProcess()
    hold(child)
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(limit)
        child.off('message', onReply).off('error', onGone).off('exit', onGone)
        release(child)
        end()
      }
      // An order can make the program crash as well as take forever. Nobody waits for the next process: it starts now.
      const onGone = () =>
        settle(() => {
          child.kill('SIGKILL')
          release(this.#startProcess())
          reject(new OrderFailed('the process died or took too long'))
        })
      const limit = setTimeout(onGone, patience)
      const onReply = (reply: Reply<Answer>) =>
        settle(() => ('error' in reply ? reject(new OrderFailed(reply.error)) : resolve(reply.answer)))
      child.on('message', onReply).on('error', onGone).on('exit', onGone)
      child.send(order)
    })
  }

  /** With an empty environment: no secret may reach what it makes. */
  #startProcess(): ChildProcess {
    const { program, memory, nice = 0 } = this.#tools
    const child = fork(fileURLToPath(program), [String(process.pid), String(nice)], {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${memory}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', () => undefined) // reported to the waiting order
    this.#child = child
    return child
  }
}

/** An idle process must not keep the server from exiting; a working one must. */
function hold(child: ChildProcess) {
  child.ref()
  child.channel?.ref()
}
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}
