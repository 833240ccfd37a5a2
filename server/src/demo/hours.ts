// Four weeks of hours: the drivers' nights, of which the older ones are approved; a forgotten end, a short call-out, hours that the
// office wrote and corrected, and the last night of a driver who didn't punch.
import { addDays, homeZone, todayIn } from '@bordee/core/time.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { proposedPunches } from '../punches/proposing.ts'
import { punchHandlers } from '../punches/punches.handlers.ts'
import { boreal } from './payments.ts'
import { minute, silentDriver } from './trucks.ts'

const hours = (count: number) => count * 60 * minute
/** To warm a truck up, and to put it away. */
const before = 14 * minute
const after = 9 * minute

export async function fillHours(work: Work, owner: { id: string; email: string }, employeeId: string) {
  await work.tx.scope({ companies: [boreal] })
  const ctx = actingAs(work, { accountId: owner.id, email: owner.email, role: 'owner', companyId: boreal })
  const today = todayIn(homeZone, work.now)
  const period = { from: addDays(today, -28), to: today }
  const driven = (await proposedPunches(ctx, period)).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
  const moved = (at: string, by: number) => new Date(Date.parse(at) + by)
  // The last one stays a proposal.
  const nights = driven.slice(0, -1).map(({ accountId, name, startedAt, endedAt }) => ({
    accountId,
    name,
    startedAt: moved(startedAt, -before),
    endedAt: moved(endedAt, after),
  }))
  const ago = (ms: number) => new Date(work.now.getTime() - ms)
  const own = nights.filter(
    (night, i) => !nights.slice(0, i).some((one) => one.accountId === night.accountId && one.endedAt > night.startedAt),
  )
  await insertAll(
    work.tx,
    'punches',
    own.map((night) => ({
      ...night,
      companyId: boreal,
      source: 'phone',
      madeById: night.accountId,
      madeBy: night.name,
      // What is old has been decided.
      paidMinutes: night.endedAt < ago(hours(24 * 7)) && night.endedAt.getTime() - night.startedAt.getTime() < hours(3) ? 180 : null,
    })),
  )
  const spans = [
    { accountId: employeeId, startedAt: ago(hours(76)), endedAt: ago(hours(75) - 10 * minute) }, // called for an hour and ten minutes
    { accountId: employeeId, startedAt: ago(hours(53)), endedAt: ago(hours(45)) },
    { accountId: owner.id, startedAt: ago(hours(104)), endedAt: ago(hours(100)) },
  ]
  const made = []
  for (const { accountId, startedAt, endedAt } of spans) {
    const times = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() }
    made.push(await punchHandlers.savePunch(ctx, { accountId, ...times }))
  }
  const [, corrected, removed] = made.flatMap((one) => ('id' in one ? [one] : []))
  if (corrected) {
    const endedAt = new Date(Date.parse(corrected.startedAt) + hours(7.5)).toISOString()
    await punchHandlers.correctPunch(ctx, { id: corrected.id, endedAt, reason: 'Parti une demi-heure plus tôt' })
  }
  if (removed) await punchHandlers.removePunch(ctx, { id: removed.id, reason: 'Inscrit deux fois' })
  const name = `${silentDriver.firstName} ${silentDriver.lastName}`
  await insertAll(work.tx, 'punches', [
    {
      companyId: boreal,
      accountId: silentDriver.id,
      name,
      startedAt: ago(hours(31)),
      source: 'phone',
      madeById: silentDriver.id,
      madeBy: name,
    },
  ])
  await punchHandlers.approvePunches(ctx, { from: period.from, to: addDays(today, -8) })
}
