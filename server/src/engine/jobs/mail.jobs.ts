import type { Work } from '../ctx.ts'
import { type About, type LetterContent, type Logo, letter } from '../documents/letters.ts'
import { jobKind } from './job-kind.ts'
import { worker } from './jobs.ts'

/** Sealed: letters carry the codes that open accounts, and only their hash may rest in clear. */
const sendLetter = jobKind<LetterContent>('mail.send', {
  sealed: true,
  urgent: true,
  outside: true,
  retryLimit: 8,
  atOnce: 8,
  atOncePerCompany: 3, // one flood of letters leaves room for everyone else's
})

export const mailLater = (work: Work, content: LetterContent) => work.later(sendLetter, content)

/** A slice that writes letters `about` something of its own. */
export interface Correspondent {
  slice: string
  /** Read when the letter leaves: five hundred that wait do not carry five hundred copies. */
  logoFor(work: Work, about: About): Promise<Logo | null>
  /** It left, or was refused for good. Told again when the server dies before it has noted that it was. */
  hear(work: Work, about: About, refusal: string | null): Promise<void>
}

export const mailWorkers = (correspondents: readonly Correspondent[]) => [
  worker(sendLetter, async (work, content, jobId) => {
    const { about } = content
    const writer = correspondents.find(({ slice }) => slice === about?.slice)
    // Aside: nobody holds a connection while a stranger's server is slow.
    const logo = about && writer ? await work.aside((own) => writer.logoFor(own, about)) : null
    const refusal = await work.gateways.mail.deliver(work, letter(content, logo), jobId)
    if (about && writer) await writer.hear(work, about, refusal)
    else if (refusal) throw new Error(refusal)
  }),
]
