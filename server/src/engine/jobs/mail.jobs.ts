import type { Work } from '../ctx.ts'
import { type About, type LetterContent, type Logo, letter } from '../documents/letters.ts'
import { jobKind } from './job-kind.ts'
import { worker } from './jobs.ts'

/** Sealed: letters contain the codes that open accounts, of which only hashes may be stored in clear. */
const sendLetter = jobKind<LetterContent>('mail.send', {
  sealed: true,
  urgent: true,
  outside: true,
  retryLimit: 8,
  atOnce: 8,
  atOncePerCompany: 3, // one company's flood leaves room for the others
})

export const mailLater = (work: Work, content: LetterContent) => work.later(sendLetter, content)

/** A slice that sends letters `about` its own things. */
export interface Correspondent {
  slice: string
  /** Read at sending time, so that five hundred waiting letters don't carry five hundred copies. */
  logoFor(work: Work, about: About): Promise<Logo | null>
  /** It was sent, or refused for good. Called again if the server dies before recording that it was. */
  hear(work: Work, about: About, refusal: string | null): Promise<void>
}

export const mailWorkers = (correspondents: readonly Correspondent[]) => [
  worker(sendLetter, async (work, content, jobId) => {
    const { about } = content
    const writer = correspondents.find(({ slice }) => slice === about?.slice)
    // In a separate transaction: no connection is held while a mail server is slow.
    const logo = about && writer ? await work.aside((own) => writer.logoFor(own, about)) : null
    const refusal = await work.gateways.mail.deliver(work, letter(content, logo), jobId)
    if (about && writer) await writer.hear(work, about, refusal)
    else if (refusal) throw new Error(refusal)
  }),
]
