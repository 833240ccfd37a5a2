import type { onboardingCalls } from '@bordee/core/onboarding/onboarding.calls.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { driveOn, endNight, hasNight, readNight, startNight } from './trial-nights.ts'
import { listRoutes } from './trial-stops.ts'

export const onboardingHandlers: Handlers<typeof onboardingCalls> = {
  async offerTrialNight(ctx) {
    const routes = await listRoutes(ctx)
    return { isUnderWay: await hasNight(ctx), routes }
  },

  startTrialNight: async (ctx, { routeId = null }) => readNight(ctx, await startNight(ctx, routeId)),

  async driveTrialNight(ctx) {
    await driveOn(ctx)
    return readNight(ctx, companyOf(ctx))
  },

  async endTrialNight(ctx) {
    await endNight(ctx)
    return null
  },
}
