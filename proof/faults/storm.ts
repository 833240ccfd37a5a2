// A small storm: people send, sign, pay, drive and type at once, and retry what was not answered, as real clients do.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { visa } from '../../server/src/testing/cards.ts'
import { at } from '../../server/src/testing/runs.ts'
import type { Caller } from '../../server/src/testing/server.ts'
import type { Company } from './company.ts'

/** Positions per batch of a truck, which moves a metre between two of them, up and down its street. */
const batch = 25
const positionEvery = 200
const street = 150

/** Everyone works until `until` resolves, and then until what they started is answered. */
export async function storm<T>(companies: readonly Company[], until: Promise<T>): Promise<T> {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  const goOn = () => !isOver
  const [outcome] = await Promise.all([
    over,
    ...companies.flatMap((company) => [
      sending(company, goOn),
      signing(company, goOn),
      paying(company, goOn),
      driving(company, goOn),
      typing(company, goOn),
    ]),
  ])
  return outcome
}

/** Milliseconds. More frequent requests would hit the rate limits, and we would measure those. */
const longestWait = 2000

/** Asks until there is a real answer: a server that is down or unhealthy is asked again, less and less often. */
export async function insist(caller: Caller, row: CallRow, input: object, unanswered = () => {}) {
  let last: number | undefined
  for (let tries = 0, wait = 300; tries < 120; tries++, wait = Math.min(wait * 1.5, longestWait)) {
    const reply = await caller.raw(row, input).catch(unanswered)
    if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 401) return { ...reply, isFirst: tries === 0 }
    last = reply?.status
    await sleep(wait)
  }
  throw new Error(`${row.name} was never answered: ${last}`)
}

async function sending({ people, messageIds, sectorIds, sends }: Company, goOn: () => boolean) {
  for (let turn = 0; goOn(); turn++, await sleep(350)) {
    const messageId = messageIds[turn % messageIds.length]
    const sectorId = sectorIds[turn % sectorIds.length]
    const requestKey = randomUUID()
    const { body } = await insist(people.owner, api.sendAlert, { messageId, sectorId, requestKey })
    if ((body as { code?: string | null }).code) sends.push(requestKey)
  }
}

async function signing({ toSign, signed }: Company, goOn: () => boolean) {
  for (const { id, client } of toSign) {
    if (!goOn()) return
    await insist(client, api.getContract, { id })
    // If the first answer was lost, a second « yes » is refused, but the contract is signed all the same.
    const { status, isFirst } = await insist(client, api.acceptContract, { id })
    if (status === 200 || (status === 409 && !isFirst)) signed.add(id)
    await sleep(400)
  }
}

async function paying({ toPay, paid }: Company, goOn: () => boolean) {
  for (const { id, client, browser } of toPay) {
    if (!goOn()) return
    const { body, status } = await insist(client, api.payContract, { id })
    if (status !== 200) continue
    const { clientSecret } = body as { clientSecret: string }
    const answer = await insist(browser, api.paySandboxCheckout, { clientSecret, card: visa })
    if (answer.status === 200) paid.add(id)
    await sleep(400)
  }
}

async function driving({ people, run, positions }: Company, goOn: () => boolean) {
  for (let driven = 0; goOn(); await sleep(150)) {
    const metres = Array.from({ length: batch }, (_, i) => driven + i)
    const locations = metres.map((metre) => at(run.began + metre * positionEvery, Math.abs((metre % (2 * street)) - street)))
    driven += batch
    const { status, body } = await insist(people.employee, api.addLocations, { id: run.id, locations })
    if (status === 200 && (body as { ignoredCount: number }).ignoredCount === 0)
      for (const { timestamp } of locations) positions.add(timestamp)
  }
}

async function typing(company: Company, goOn: () => boolean) {
  const { people, clientId, unanswered } = company
  for (let edit = 1; goOn(); edit++, await sleep(100)) {
    const client = { name: `Client ${edit}` }
    const { status } = await insist(people.owner, api.updateClient, { id: clientId, client }, () => void unanswered.add(edit))
    if (status === 200) company.lastEdit = edit
  }
}
