// Metrics for Prometheus. Labels are names from the code, of a call or a kind of job: never an id or a person.
import { monitorEventLoopDelay } from 'node:perf_hooks'

type Labels = Record<string, string | number>

/** In seconds; anything longer than the last one only counts in `+Inf`. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface Gauge {
  name: string
  help: string
  values: { labels?: Labels; value: number }[]
}

/** How often something happened, by its labels. */
class Counter {
  readonly #name: string
  readonly #help: string
  readonly #counts = new Map<string, number>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  add(labels: Labels) {
    const key = written(labels)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  get lines(): string[] {
    return [...headOf(this.#name, this.#help, 'counter'), ...[...this.#counts].map(([key, count]) => `${this.#name}{${key}} ${count}`)]
  }
}

/** How long something took, by its labels. */
class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #seen = new Map<string, { within: number[]; count: number; sum: number }>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  observe(labels: Labels, seconds: number) {
    const key = written(labels)
    const seen = this.#seen.get(key) ?? { within: buckets.map(() => 0), count: 0, sum: 0 }
    this.#seen.set(key, seen)
    for (const [index, bucket] of buckets.entries()) if (seconds <= bucket) seen.within[index] = (seen.within[index] ?? 0) + 1
    seen.count++
    seen.sum += seconds
  }

  get lines(): string[] {
    const of = ([key, { within, count, sum }]: [string, { within: number[]; count: number; sum: number }]) => [
      ...buckets.map((bucket, index) => `${this.#name}_bucket{${key},le="${bucket}"} ${within[index]}`),
      `${this.#name}_bucket{${key},le="+Inf"} ${count}`,
      `${this.#name}_sum{${key}} ${sum}`,
      `${this.#name}_count{${key}} ${count}`,
    ]
    return [...headOf(this.#name, this.#help, 'histogram'), ...[...this.#seen].flatMap(of)]
  }
}

/** Metrics of this process since it started. */
export class Metrics {
  readonly #requests = new Counter('bordee_requests_total', 'Requests answered, by call and status.')
  readonly #requestSeconds = new Histogram(
    'bordee_request_duration_seconds',
    'How long a call took to be answered; streams are not counted.',
  )
  readonly #jobs = new Counter('bordee_jobs_total', 'Jobs performed by this process, by kind and how they ended.')
  readonly #jobSeconds = new Histogram('bordee_job_duration_seconds', 'How long a job took, whether it succeeded or failed.')
  readonly #loop = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#loop.enable()
  }

  stop() {
    this.#loop.disable()
  }

  /** `seconds` is null for streams, which last as long as their reader likes. */
  requestEnded(call: string, status: number, seconds: number | null) {
    this.#requests.add({ call, status })
    if (seconds !== null) this.#requestSeconds.observe({ call }, seconds)
  }

  async measureJob<T>(kind: string, run: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    let outcome = 'failed'
    try {
      const result = await run()
      outcome = 'done'
      return result
    } finally {
      this.#jobs.add({ kind, outcome })
      this.#jobSeconds.observe({ kind }, (performance.now() - begun) / 1000)
    }
  }

  /** In Prometheus's text format, together with values measured now. */
  text(gauges: readonly Gauge[]): string {
    const counted = [this.#requests, this.#requestSeconds, this.#jobs, this.#jobSeconds].flatMap(({ lines }) => lines)
    const measured = [...gauges, ...this.#ofProcess()].flatMap(({ name, help, values }) => [
      ...headOf(name, help, 'gauge'),
      ...values.map(({ labels, value }) => (labels ? `${name}{${written(labels)}} ${value}` : `${name} ${value}`)),
    ])
    return `${[...counted, ...measured].join('\n')}\n`
  }

  /** The event loop delay since the last call. */
  #ofProcess(): Gauge[] {
    const { rss, heapUsed, external } = process.memoryUsage()
    const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
    const delay = [0.5, 0.99].map((quantile) => ({ labels: { quantile }, value: seconds(this.#loop.percentile(quantile * 100)) }))
    delay.push({ labels: { quantile: 1 }, value: seconds(this.#loop.max) })
    this.#loop.reset()
    return [
      { name: 'bordee_event_loop_delay_seconds', help: 'By how much the process was late, since the last look.', values: delay },
      {
        name: 'bordee_memory_bytes',
        help: 'Memory of the process.',
        values: Object.entries({ rss, heapUsed, external }).map(([part, value]) => ({ labels: { part }, value })),
      },
      { name: 'bordee_uptime_seconds', help: 'Since the process started.', values: [{ value: process.uptime() }] },
    ]
  }
}

const headOf = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]

const written = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`)
    .join(',')
