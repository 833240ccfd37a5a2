// The operator's own working day, which needs no run.
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { ask } from '../api.ts'
import { aheadOfPhone } from './clock.ts'
import { isDayUnsent, keepFact } from './kept.ts'
import { begunDay, dayFact, isUnderWay, latestDay, type OwnDay } from './ownDay.ts'
import { buzz, type Desk } from './shiftDesk.ts'

export class OwnHours {
  readonly #desk: Desk
  constructor(desk: Desk) {
    this.#desk = desk
  }

  async begin() {
    if (!isUnderWay(this.#desk.get().day, Date.now())) await this.#keep(begunDay(Date.now()))
  }

  async end() {
    const { day } = this.#desk.get()
    if (isUnderWay(day, Date.now())) await this.#keep({ ...day, endedAt: new Date().toISOString() })
  }

  async #keep(day: OwnDay) {
    buzz()
    this.#desk.show({ day })
    await this.#desk.report([{ kind: 'punch', punch: day }], { [dayFact(this.#desk.owner())]: day })
  }

  /** The office, or another phone, may have changed it. What was pressed here counts until it is sent. */
  async read() {
    const { day: before, who } = this.#desk.get()
    const day = latestDay(await ask(punchCalls.listPunches), who?.accountId, Date.now(), aheadOfPhone())
    if (this.#desk.get().day !== before || (await isDayUnsent(this.#desk.owner()))) return
    this.#desk.show({ day })
    await keepFact(dayFact(this.#desk.owner()), day)
  }
}
