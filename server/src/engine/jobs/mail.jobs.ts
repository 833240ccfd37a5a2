import type { Work } from '../ctx.ts'
import { type About, type LetterContent, type Logo, letter } from '../documents/letters.ts'
import { jobKind } from './job-kind.ts'
import { worker } from './jobs.ts'
import { countLetter, mailboxFull, noteReturned } from './mailboxes.ts'

/** Sealed: letters contain the codes that open accounts, of which only hashes may be stored in clear. */
const sendLetter = jobKind<LetterContent>('mail.send', {
  sealed: true,
  urgent: true,
  outside: true,
  retryLimit: 8,
  atOnce: 8,
  atOncePerCompany: 3, // one company's flood leaves room for the others
})

/** What is done for a trial night sends no letter, whoever it is to. */
export async function mailLater(work: Work, content: LetterContent) {
  const [trial] = await work.tx.sql`select from trial_companies where id = any (app_companies()) limit 1`
  if (!trial) await work.later(sendLetter, content)
}

/** A slice that sends letters `about` its own things. */
export interface Correspondent {
  slice: string
  /** Read at sending time, so that five hundred waiting letters don't carry five hundred copies. */
  logoFor?(work: Work, about: About): Promise<Logo | null>
  /**
   * It was sent, or refused for good, which may also come to light after it was sent. Called again if the server dies
   * before recording that it was.
   */
  hear(work: Work, about: About, refusal: string | null): Promise<void>
}

const writerOf = (correspondents: readonly Correspondent[], about: About | null | undefined) =>
  correspondents.find(({ slice }) => slice === about?.slice)

/** `isProven`: someone has shown here that they read the address. */
export const mailWorkers = (correspondents: readonly Correspondent[], isProven: (work: Work, email: string) => Promise<boolean>) => [
  worker(sendLetter, async (work, content, jobId) => {
    const { about, to, always = false } = content
    const writer = writerOf(correspondents, about)
    // In a separate transaction: no connection is held while a mail server is slow.
    const { mayLeave, logo } = await work.aside(async (own) => ({
      logo: about && writer?.logoFor ? await writer.logoFor(own, about) : null,
      mayLeave: await countLetter(own, { id: jobId, to, about, always, isProven: await isProven(own, to) }),
    }))
    const refusal = mayLeave ? await work.gateways.mail.deliver(work, letter(content, logo), jobId) : mailboxFull
    if (about && writer) await writer.hear(work, about, refusal)
    else if (refusal && mayLeave) throw new Error(refusal)
  }),
]

/** The provider reports that a letter came back. */
export async function hearReturned(work: Work, correspondents: readonly Correspondent[], letterId: string, refusal: string) {
  const about = await noteReturned(work, letterId, refusal)
  if (about) await writerOf(correspondents, about)?.hear(work, about, refusal)
}
