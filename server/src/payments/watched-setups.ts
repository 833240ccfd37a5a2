// Looks at every form for saving a card until it has ended: the browser that opened it may never report the card.
import { Problem } from '@bordee/core/problem.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { enqueueLooks, isForgotten, type Watched } from '../outside/payments/looks.ts'
import { CardRefused } from '../outside/payments/payments.ts'
import { noteCard } from './saved-cards.ts'

const clock = jobKind<object>('payments.setup-clock', { cron: '* * * * *', atStart: true })
const look = jobKind<Watched>('payments.look-at-setup', { outside: true, retryLimit: 8, atOnce: 4, onePer: ({ id }) => id })

export const findSetupsToLookAt = (work: Work) => enqueueLooks(work, 'card_setups', look)

export async function lookAtSetup(work: Work, { id, companyId }: Watched) {
  const [setup] = await inCompany(
    work,
    companyId,
    ({ tx }) => tx.sql<{ setupId: string; customerId: string; createdAt: Date }>`
      select setup_id as "setupId", customer_id as "customerId", created_at as "createdAt"
      from card_setups
      where company_id = ${companyId} and id = ${id} and status = 'open'`,
  )
  if (!setup) return
  const { setupId, customerId } = setup
  const { payments } = work.gateways
  const found = await work.aside((own) => payments.readCardSetup(own, setupId))
  if (found.status === 'saved')
    await work
      .aside((own) => payments.keepCard(own, customerId, found.cardId))
      .then((card) => inCompany(work, companyId, (own) => noteCard({ ...own, visitor: null }, companyId, card)))
      .catch(orRefused)
  if (found.status !== 'open' || isForgotten(setup, work.now))
    await inCompany(work, companyId, ({ tx }) => change(tx, 'card_setups', { id, companyId }, { status: 'ended' }))
}

/** Removed meanwhile, one too many, or not the company's: there is nothing to record. */
function orRefused(error: unknown) {
  const isFinal = error instanceof CardRefused || (error instanceof Problem && error.status < 500)
  if (!isFinal) throw error
}

export const setupWatchers = [worker(clock, findSetupsToLookAt), worker(look, lookAtSetup)]
