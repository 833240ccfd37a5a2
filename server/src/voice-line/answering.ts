// Answers a call to a company’s number, step by step. Each step may be repeated: the call is charged once, and reports once.
import { areWithin } from '@bordee/core/alerts/hours.ts'
import { parsePhone } from '@bordee/core/phone.ts'
import { Problem } from '@bordee/core/problem.ts'
import { wallClock } from '@bordee/core/time.ts'
import type { LineAnswer, PressedKey } from '@bordee/core/voice-line/line.ts'
import { moveOf } from '@bordee/core/voice-line/moves.ts'
import {
  dialledWords,
  goodbyeWords,
  menuWords,
  mostSitesTold,
  nobodyAnsweredWords,
  noSuchKeyWords,
  officeClosedWords,
  offWords,
  reportedWords,
  toldWords,
  unpaidWords,
  whichSiteWords,
} from '@bordee/core/voice-line/script.ts'
import { lockReceivedCall, notePressedKey, type ReceivedCall, writeReceivedCall } from '../alerts/received-calls.ts'
import { currentBulletin } from '../bulletins/current-bulletin.ts'
import { currentNight } from '../callers/current-night.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import type { LineEvent } from '../outside/sms/sms.ts'
import { receiveReport, receiveUnplacedReport } from '../replies/reports.ts'
import { siteStatusOf } from '../tracking/site-statuses.ts'
import { type CallerSite, sitesOfCaller } from './caller-sites.ts'
import { isFlood, isFloodOfOff } from './floods.ts'
import type { Line } from './lines.ts'

/** `to`: null if the provider has no numbers. */
export type Incoming = Omit<LineEvent, 'is' | 'to'> & { to: string | null; pressed: PressedKey | null }

/** What the caller has, and what the menu may offer them. */
interface Caller {
  sites: CallerSite[]
  hasMore: boolean
  mayReport: boolean
  mayTalk: boolean
}

/** The transaction sees the company. */
export async function answerLine(ctx: Ctx, line: Line, call: Incoming): Promise<LineAnswer> {
  if (!line.isOn) return (await isFloodOfOff(ctx, line.id)) ? { next: 'refuse' } : hangUp(offWords(line))
  const known = await lockReceivedCall(ctx, line.id, call.callId)
  const caller = await findCaller(ctx, line, call.phone)
  if (!known) return begin(ctx, line, call, caller)
  if (!known.isPaid) return hangUp(known.said)
  return call.pressed ? follow(ctx, line, call, caller, known, call.pressed) : askMenu(known.said, caller)
}

async function findCaller(work: Work, line: Line, phone: string | null): Promise<Caller> {
  const found = phone ? await sitesOfCaller(work, line.id, phone) : []
  return {
    sites: found.slice(0, mostSitesTold),
    hasMore: found.length > mostSitesTold,
    // Of a hidden number nobody could say which driveway was forgotten.
    mayReport: phone !== null,
    // A company that forwards its phone to the line must not ring itself.
    mayTalk: parsePhone(line.phone) !== undefined && line.phone !== phone,
  }
}

async function begin(ctx: Ctx, line: Line, call: Incoming, caller: Caller): Promise<LineAnswer> {
  if (await isFlood(ctx, line.id, { phone: call.phone, isKnown: caller.sites.length > 0 })) return { next: 'refuse' }
  const told = await tell(ctx, line, caller)
  const [first] = caller.sites
  const only = caller.sites.length === 1 ? first : undefined
  const { said, isPaid } = await writeReceivedCall(ctx, line.id, {
    ...call,
    clientId: first && caller.sites.every(({ clientId }) => clientId === first.clientId) ? first.clientId : null,
    siteId: only?.siteId ?? null,
    occupantId: only?.occupantId ?? null,
    said: (isPaid) => (isPaid ? told : unpaidWords(line)),
  })
  return isPaid ? askMenu(said, caller) : hangUp(said)
}

async function tell(work: Work, line: Line, { sites, hasMore }: Caller): Promise<string> {
  const companyId = line.id
  const [bulletin, night] = [await currentBulletin(work, companyId), await currentNight(work, companyId)]
  const told = []
  for (const { siteId, clientId: _, ...place } of sites)
    told.push({ ...place, status: (await siteStatusOf(work, { companyId, siteId })) ?? ({ is: 'idle' } as const) })
  const isUnderWay = night !== null && night.closedAt === null
  return toldWords({ companyName: line.name, zone: line.zone, bulletin, isUnderWay, sites: told, hasMore })
}

async function follow(ctx: Ctx, line: Line, call: Incoming, caller: Caller, known: ReceivedCall, pressed: PressedKey): Promise<LineAnswer> {
  const move = moveOf(pressed, { ...caller, sitesCount: caller.sites.length })
  if (move.is === 'report') return report(ctx, line, call, caller, known, move.site)
  if (move.is === 'talk') return talk(ctx, line, caller, known)
  if (move.is === 'ask-site') return askSite(caller)
  if (move.is === 'hang-up') return hangUp(goodbyeWords)
  const tries = pressed.tries + 1
  return pressed.asked === 'site' ? askSite(caller, noSuchKeyWords, tries) : askMenu(noSuchKeyWords, caller, tries)
}

/** Once per call: its id is the report’s. */
async function report(ctx: Ctx, line: Line, { phone }: Incoming, caller: Caller, { id, pressedKeys }: ReceivedCall, which: number | null) {
  const site = which === null ? undefined : caller.sites[which]
  // The crew must not be sent to a service that is suspended: the office decides.
  const place = site?.isActive ? site : null
  if (!pressedKeys?.includes('1')) {
    const facts = { companyId: line.id, kind: 'forgotten', text: '', source: 'voice', id, phone } as const
    if (place) await reportOnce(ctx, { ...facts, siteId: place.siteId, occupantId: place.occupantId })
    else await receiveUnplacedReport(ctx, facts)
    await notePressedKey(ctx, line.id, { id }, '1')
  }
  return askMenu(reportedWords(place), { ...caller, mayReport: false })
}

/** A site that reported five times this hour is on the board already. */
async function reportOnce(ctx: Ctx, facts: Parameters<typeof receiveReport>[1]) {
  try {
    await receiveReport(ctx, facts)
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 429) throw problem
  }
}

async function talk(ctx: Ctx, line: Line, caller: Caller, known: ReceivedCall): Promise<LineAnswer> {
  await notePressedKey(ctx, line.id, known, '2')
  const { officeHours } = line
  if (officeHours && !areWithin(officeHours, wallClock(ctx.now, line.zone)))
    return askMenu(officeClosedWords(officeHours), {
      ...caller,
      mayReport: caller.mayReport && !known.pressedKeys?.includes('1'),
      mayTalk: false,
    })
  return { next: 'dial', say: dialledWords, phone: line.phone }
}

/** After the office’s phone rang. */
export const afterDial = (wasReached: boolean): LineAnswer | null => (wasReached ? null : hangUp(nobodyAnsweredWords))

const hangUp = (say: string): LineAnswer => ({ next: 'hang-up', say })

/** A menu that offers nothing is the end of the call. */
function askMenu(before: string, offered: Pick<Caller, 'mayReport' | 'mayTalk'>, tries = 0): LineAnswer {
  const menu = menuWords(offered)
  return menu ? { next: 'ask', say: `${before} ${menu}`, asked: 'menu', tries } : hangUp(`${before} ${goodbyeWords}`)
}

const askSite = ({ sites, hasMore }: Caller, before = '', tries = 0): LineAnswer => ({
  next: 'ask',
  say: `${before} ${whichSiteWords(sites, hasMore)}`.trim(),
  asked: 'site',
  tries,
})
