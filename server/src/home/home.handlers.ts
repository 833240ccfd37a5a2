import type { homeCalls } from '@bordee/core/home/home.calls.ts'
import type { Home, HomePart, HomeParts } from '@bordee/core/home/home.ts'
import { among, companyAdmins, dispatches, isPlatform, onlyDrives } from '@bordee/core/roles.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { dismissFirstSteps } from '../companies/company-settings.ts'
import { readOwed } from '../contracts/owed.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import {
  type Day,
  readBank,
  readDriverless,
  readFirstSteps,
  readOpenOperations,
  readPlatform,
  readSeason,
  readShift,
  readWaiting,
} from './home.queries.ts'

type Part<P extends HomePart> = {
  isFor: (ctx: Ctx) => boolean
  /** Undefined if there is nothing to show. */
  read: (ctx: Ctx, day: Day) => Promise<HomeParts[P] | undefined>
}

const inCompany = ({ actor }: Ctx) => actor.companyId !== null
const forOwners = (ctx: Ctx) => inCompany(ctx) && among(companyAdmins, ctx.actor.role)
const forDispatchers = (ctx: Ctx) => inCompany(ctx) && dispatches(ctx.actor.role)
const hasOperations = ({ actor: { modules } }: Ctx) => modules.geolocation || modules.alerts

const parts: { [P in HomePart]: Part<P> } = {
  operations: { isFor: (ctx) => forDispatchers(ctx) && hasOperations(ctx), read: readOpenOperations },
  waiting: { isFor: forOwners, read: readWaiting },
  money: { isFor: (ctx) => forOwners(ctx) && ctx.actor.modules.contracts, read: (ctx, { today }) => readOwed(ctx, today) },
  bank: { isFor: (ctx) => forDispatchers(ctx) && ctx.actor.modules.alerts, read: readBank },
  season: { isFor: (ctx) => forDispatchers(ctx) && hasOperations(ctx), read: readSeason },
  driverless: { isFor: (ctx) => forDispatchers(ctx) && ctx.actor.modules.geolocation, read: readDriverless },
  shift: { isFor: (ctx) => inCompany(ctx) && onlyDrives(ctx.actor.role) && ctx.actor.modules.geolocation, read: readShift },
  firstSteps: { isFor: forOwners, read: readFirstSteps },
  platform: { isFor: (ctx) => !inCompany(ctx) && isPlatform(ctx.actor.role), read: readPlatform },
}

export const homeHandlers: Handlers<typeof homeCalls> = {
  async getHome(ctx) {
    const day = await dayOf(ctx)
    const found: Home = { failed: [] }
    for (const [name, { isFor, read }] of Object.entries(parts) as [HomePart, Part<HomePart>][]) {
      if (!isFor(ctx)) continue
      // One that fails costs its own place on the page, not the page.
      try {
        Object.assign(found, { [name]: await ctx.tx.attempt(() => read(ctx, day)) })
      } catch (error) {
        ctx.report(error)
        found.failed.push(name)
      }
    }
    return found
  },

  async dismissFirstSteps(ctx) {
    await dismissFirstSteps(ctx, companyOf(ctx))
    return null
  },
}

async function dayOf({ tx, actor, now }: Ctx): Promise<Day> {
  const [company] = await tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${actor.companyId}`
  const zone = company?.zone ?? homeZone
  return { zone, today: todayIn(zone, now) }
}
