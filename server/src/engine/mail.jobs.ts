import type { Work } from './ctx.ts'
import { jobKind } from './job-kind.ts'
import { worker } from './jobs.ts'
import { type LetterContent, letter } from './letters.ts'
import type { Letter } from './outside/mail.ts'

/** Sealed: letters carry the codes that open accounts, and only their hash may rest in clear. */
const sendLetter = jobKind<Letter>('mail.send', {
  sealed: true,
  urgent: true,
  outside: true,
  retryLimit: 8,
  atOnce: 8,
  atOncePerCompany: 3, // one flood of letters leaves room for everyone else's
})

export const mailLater = (work: Work, content: LetterContent) => work.later(sendLetter, letter(content))

export const mailWorkers = [worker(sendLetter, (work, data, jobId) => work.gateways.mail.deliver(work, data, jobId))]
