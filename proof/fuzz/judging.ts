// What must hold for every answer, whatever was asked.

import { admits } from '@bordee/core/admission.ts'
import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import type { Answered } from '../ask.ts'
import { type FuzzCompany, marks } from './companies.ts'
import type { Plan } from './plan.ts'

/** An external provider may be down: the caller is told so, and nothing here is broken. */
export const mayBeDown: readonly CallRow[] = [api.suggestAddresses, api.getAddress, api.geolocateSites, api.setUpTracker]

/** What a company shows to anyone who asks for a quote: its name and contact details. */
const publicCards = new Set(['listQuoteRecipients', 'getQuoteCompany', 'submitQuote'])

/** Zod, Fastify and PostgreSQL write English messages: callers must not see them. */
const refusals = 'invalid input|must (be|not)|required|not found|failed|unsupported|too (big|small|many|large|long)|cannot'
const english = new RegExp(`\\b(the|expected|received|unexpected|${refusals})\\b`, 'i')

/** English texts that the interface has always had, kept as they are. */
const kept = new Set<unknown>(['Le nom du réseau est requis.', 'La phrase de passe est requise.'])

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export interface Bystanders {
  own: FuzzCompany
  vault: FuzzCompany
  /** The company an id belongs to, if known. */
  ownerOf: ReadonlyMap<string, FuzzCompany>
}

/** What is wrong with the answer, or undefined. `sent`: what the caller already knew. */
export function wrongWith(plan: Plan, answer: Answered, bystanders: Bystanders, sent: string): string | undefined {
  const { row } = plan
  if (answer.status >= 500 && !(answer.status === 503 && mayBeDown.includes(row))) return `answered ${answer.status}`
  if (answer.status >= 400) return wrongRefusal(answer)
  return isAdmitted(plan)
    ? leakIn(plan, answer, bystanders, sent)
    : `answered ${answer.status} to ${plan.who}, who may not ask (${answer.text.slice(0, 200)})`
}

/** A path with an empty part is another call's path. */
const isAnotherCall = ({ row, input }: Plan) => pathNames(row.path).some((name) => input[name] === '' || Array.isArray(input[name]))

function isAdmitted(plan: Plan): boolean {
  const { row, who, headers } = plan
  if (row.who === 'anyone' || isAnotherCall(plan)) return true
  return who !== 'anyone' && !headers.authorization && admits(row, who)
}

function wrongRefusal({ status, type, text }: Answered): string | undefined {
  if (!type.startsWith('application/json')) return `refused with ${status} as ${type || 'nothing'}`
  const body = JSON.parse(text) as { message?: unknown; type?: unknown; formErrors?: Record<string, Record<string, unknown>> }
  if (typeof body.message !== 'string' || !body.message) return `refused with ${status} without a message`
  if (body.type !== 'failure' && body.type !== 'warning') return `refused with ${status} without a tone`
  const said = [body.message, ...Object.values(body.formErrors ?? {}).flatMap((fields) => Object.values(fields))]
  const foreign = said.find((one) => typeof one !== 'string' || (english.test(one) && !kept.has(one)))
  return foreign === undefined ? undefined : `refused with ${status} in words that are not French: ${JSON.stringify(foreign)}`
}

/** Staff may see other companies by calls that say so, and work in those they have entered: never in the vault. */
function leakIn({ row, who }: Plan, { text }: Answered, { own, vault, ownerOf }: Bystanders, sent: string): string | undefined {
  if (publicCards.has(row.name)) return undefined
  const isStaff = who !== 'anyone' && isPlatform(who)
  if (isStaff && row.across) return undefined
  const isOthers = (company: FuzzCompany) => (isStaff ? company === vault : company !== own)
  for (const [mark] of text.matchAll(marks))
    if (isStaff ? mark === vault.mark : mark.toLowerCase() !== own.mark) return `shows a text of another company (${mark})`
  for (const [id] of text.matchAll(ids)) {
    const company = ownerOf.get(id)
    if (company && isOthers(company) && !sent.includes(id)) return `shows an id of another company (${id} of ${company.mark})`
  }
  return undefined
}
