// How many calls are answered: a flood costs a company no fortune, and keeps no resident from being answered.
import type { Ctx } from '../engine/ctx.ts'

/** In an hour. */
const most = { ofOnePhone: 8, ofResidents: 600, ofStrangers: 60, ofLineThatIsOff: 30 }

interface Who {
  phone: string | null
  isKnown: boolean
}

/** Strangers have a share of their own, which a flood of false numbers exhausts without touching that of residents. */
export async function isFlood(ctx: Ctx, companyId: string, { phone, isKnown }: Who): Promise<boolean> {
  if (phone && (await isBeyond(ctx, `line:${companyId}:${phone}`, most.ofOnePhone))) return true
  return isKnown
    ? isBeyond(ctx, `line-residents:${companyId}`, most.ofResidents)
    : isBeyond(ctx, `line-strangers:${companyId}`, most.ofStrangers)
}

/** Such calls are charged to nobody. */
export const isFloodOfOff = (ctx: Ctx, companyId: string): Promise<boolean> => isBeyond(ctx, `line-off:${companyId}`, most.ofLineThatIsOff)

const isBeyond = async ({ throttle }: Ctx, key: string, max: number): Promise<boolean> => (await throttle.hit(key, 3600)).hits > max
