// What the driver marks in a run, and for a few seconds takes back.
import { count } from '@bordee/core/text.ts'
import { holdMs, type Mark, takeMarksBack } from './kept.ts'
import { buzz, type Desk } from './shiftDesk.ts'
import type { OwnRun } from './shown.ts'
import { type MarkContent, markOf, type Place, type Said, type Street } from './stops.ts'

export class OwnMarks {
  readonly #desk: Desk
  readonly #said = new Map<string, Said>()
  constructor(desk: Desk) {
    this.#desk = desk
  }

  async mark(step: Place, what: MarkContent, isWholeSite = false) {
    await this.#markAll([step], what, step.stop.address, isWholeSite)
  }

  /** What was said of a stop that isn't marked yet; changed in place. */
  saidOf(key: string): Said {
    const said = this.#said.get(key) ?? { markId: crypto.randomUUID(), surface: null, material: null }
    this.#said.set(key, said)
    return said
  }

  async markStreet({ name, steps, stopsCount }: Street) {
    await this.#markAll(steps, { type: 'mark_as_done', reason: null, note: null }, `${name}, ${count(stopsCount, 'arrêt')}`)
  }

  /** One mark for each place, all taken back by one press. */
  async #markAll(places: readonly Place[], what: MarkContent, name: string, isWholeSite = false) {
    const { run } = this.#desk.get()
    if (!run) return
    const made = places.map((place) => ({ mark: markOf(place, what, isWholeSite), address: place.stop.address }))
    const marks = made.map(({ mark }) => mark)
    for (const [key, { markId }] of this.#said) if (marks.some(({ id }) => id === markId)) this.#said.delete(key)
    const heldUntil = Date.now() + holdMs
    buzz()
    this.#desk.changeRun((now) => ({ ...now, marks: [...now.marks, ...marks] }))
    this.#desk.show({ undoable: [...this.#desk.get().undoable, { marks, name }], startHeldUntil: null })
    setTimeout(() => this.#forgetUndo(marks), holdMs)
    await this.#desk.report(made.map((one) => ({ kind: 'mark', runId: run.id, ...one, heldUntil })))
    for (const { id } of marks) await this.#desk.releasePhotos(id)
  }

  async undo(marks: Mark[]) {
    const { run, undoable } = this.#desk.get()
    if (!run || !undoable.some((one) => one.marks === marks)) return
    const ids = marks.map(({ id }) => id)
    const owner = this.#desk.owner()
    const without = (now: OwnRun) => ({ ...now, marks: now.marks.filter(({ id }) => !ids.includes(id)) })
    this.#forgetUndo(marks)
    const isBack = await takeMarksBack(owner, ids, Date.now(), { [`run ${owner}`]: without(this.#desk.get().run ?? run) })
    if (isBack) this.#desk.changeRun(without)
    await this.#desk.count()
  }

  #forgetUndo(marks: Mark[]) {
    this.#desk.show({ undoable: this.#desk.get().undoable.filter((one) => one.marks !== marks) })
  }

  /** In another run, nothing was said yet. */
  forgetSaid() {
    this.#said.clear()
  }
}
