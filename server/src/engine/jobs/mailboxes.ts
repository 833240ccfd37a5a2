// How many letters a mailbox receives in a day, whoever has them sent (docs/decisions/0052-mailboxes.md).
import type { Work } from '../ctx.ts'
import type { About } from '../documents/letters.ts'
import { hashOf } from '../secrets.ts'

/** A mailbox whose reader has proven it here receives its own company's notices. */
export const lettersPerDay = { proven: 250, unproven: 50 }

export const mailboxFull = 'Cette adresse a reçu trop de courriels aujourd’hui. Réessayez demain.'

/** « a+b@c » is delivered to « a@c »; Gmail, whose two domains are one, ignores dots too. */
function mailboxOf(email: string) {
  const [name = '', domain = ''] = email
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
    .split('@')
  return hashOf(/^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`)
}

interface Counted {
  id: string
  to: string
  isProven: boolean
  /** Exempt from the daily limit (`always` in `documents/letters.ts`). */
  always: boolean
  about: About | undefined
}

/** Counts a letter once, however often it is tried, and says whether it may leave. */
export async function countLetter({ tx }: Pick<Work, 'tx'>, { id, to, isProven, always, about }: Counted): Promise<boolean> {
  const mailbox = mailboxOf(to)
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(encode(${mailbox}::bytea, 'hex'), 0))`
  await tx.sql`
    insert into mailbox_letters (id, mailbox, about, withheld_at)
    values (${id}, ${mailbox}, ${about ? JSON.stringify(about) : null}::jsonb,
            ${!always && (await isFull({ tx }, to, isProven)) ? new Date() : null})
    on conflict (id) do nothing`
  const [counted] = await tx.sql<{ mayLeave: boolean }>`select withheld_at is null as "mayLeave" from mailbox_letters where id = ${id}`
  return counted?.mayLeave ?? false
}

/** Whether the mailbox has had its share of the last 24 hours; by default that of one that nobody has proven. */
export async function isFull({ tx }: Pick<Work, 'tx'>, email: string, isProven = false): Promise<boolean> {
  const [counted] = await tx.sql<{ letters: number }>`
    select count(*)::int as letters
    from mailbox_letters
    where mailbox = ${mailboxOf(email)} and withheld_at is null and created_at > now() - interval '1 day'`
  return (counted?.letters ?? 0) >= lettersPerDay[isProven ? 'proven' : 'unproven']
}

/** A letter came back after it had left. Returns what it was about, the first time. */
export async function noteReturned({ tx }: Pick<Work, 'tx'>, id: string, refusal: string): Promise<About | null> {
  const [letter] = await tx.sql<{ about: About | null }>`
    update mailbox_letters
    set refusal = ${refusal}, refused_at = now()
    where id = ${id} and refused_at is null
    returning about`
  return letter?.about ?? null
}

/** Bounces come within days. */
export async function purgeLetters({ tx }: Pick<Work, 'tx'>) {
  await tx.sql`delete from mailbox_letters where created_at < now() - interval '30 days'`
}
