// The sandbox's test cards, and what each does.
import { createHash } from 'node:crypto'
import { brandOf, type Card, cardErrors, fullYear } from '@bordee/core/payments/card.ts'
import { invalid } from '@bordee/core/problem.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import { CardRefused, type KeptCard, type PaymentProvider } from '../payments.ts'
import { providerId, refuseOnPublicServer } from './links.ts'

/** `authenticates-once`: its bank asks when it is saved, then agrees to every charge. */
export type Outcome = 'succeeds' | 'declines' | 'authenticates' | 'authenticates-once'

export const declined = 'La carte a été refusée par la banque.'

/** Well-known test numbers. Any other may be somebody's real card, and is refused. */
const testCards: Record<string, Outcome | CardRefused> = {
  '4242424242424242': 'succeeds',
  '4000001240000000': 'succeeds', // Canada
  '5555555555554444': 'succeeds',
  '2223003122003222': 'succeeds',
  '378282246310005': 'succeeds',
  '6011111111111117': 'succeeds',
  '4000002500003155': 'authenticates-once',
  '4000002760003184': 'authenticates',
  '4000000000000341': 'declines', // kept, then declined when charged
  '4000000000000002': new CardRefused(declined),
  '4000000000009995': new CardRefused('La carte a été refusée\u00a0: fonds insuffisants.'),
  '4000000000000069': new CardRefused('La carte est expirée.', 'expDate'),
  '4000000000000127': new CardRefused('Le CVC est incorrect.', 'cvc'),
}

/** The answer of a test card's bank. Throws a `CardRefused` for a card it refuses. */
function outcomeOf(number: string): Outcome {
  const outcome = Object.hasOwn(testCards, number) ? testCards[number] : undefined
  if (!outcome) throw new CardRefused('Ce serveur n’accepte que des cartes d’essai.')
  if (outcome instanceof CardRefused) throw new CardRefused(outcome.message, outcome.field)
  return outcome
}

/** The same, for an immediate charge. */
export function chargeOf(number: string): 'succeeds' | 'authenticates' {
  const outcome = outcomeOf(number)
  if (outcome === 'declines') throw new CardRefused(declined)
  return outcome === 'succeeds' ? 'succeeds' : 'authenticates'
}

/** What the bank says of a card as typed. Whatever is wrong with it becomes an error under its field. */
export function askBank<T>({ now }: GatewayWork, card: Card, bank: (number: string) => T): T {
  const errors = cardErrors(card, todayIn(homeZone, now))
  if (Object.keys(errors).length > 0) throw invalid({ card: errors })
  try {
    return bank(card.number)
  } catch (error) {
    if (error instanceof CardRefused) throw invalid({ card: { [error.field]: error.message } }, 'card-refused')
    throw error
  }
}

/** The answer of a saved card's bank when it is charged; another customer's card is declined. */
export async function keptOutcome({ tx }: GatewayWork, customerId: string, cardId: string): Promise<Outcome> {
  const [card] = await tx.sql<{ outcome: Outcome }>`
    select outcome from sandbox_cards where id = ${cardId} and customer_id = ${customerId}`
  return card?.outcome ?? 'declines'
}

/** Whether the bank asks its holder when the card is saved. */
export const asksWhenSaved = (number: string): boolean => outcomeOf(number).startsWith('authenticates')

/** Saves a card that the bank accepted: what may be shown, and what it will do when charged. */
export async function saveCard({ tx }: GatewayWork, customerId: string, { name, number, expMonth, expYear }: Card): Promise<KeptCard> {
  const asked = outcomeOf(number)
  const outcome = asked === 'authenticates-once' ? 'succeeds' : asked
  const card = { id: providerId('pm'), brand: brandOf(number), last4: number.slice(-4), expMonth, expYear: fullYear(expYear) }
  await tx.sql`
    insert into sandbox_cards (id, customer_id, outcome, name, brand, last4, exp_month, exp_year)
    values (${card.id}, ${customerId}, ${outcome}, ${name}, ${card.brand}, ${card.last4}, ${expMonth}, ${card.expYear})`
  return card
}

const askedByBank = 'La banque de cette carte demande une confirmation (3-D Secure)\u00a0: enregistrez-la dans le formulaire de la carte.'

export const sandboxCards: Pick<PaymentProvider, 'addCustomer' | 'addCard' | 'removeCard' | 'forget'> = {
  /** The same key gives the same id. */
  addCustomer: async (_work, { key }) => `cus_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`,

  async addCard(work, customerId, card) {
    refuseOnPublicServer(work.env)
    if (asksWhenSaved(card.number)) throw invalid({ card: { number: askedByBank } }, 'authentication-required')
    return saveCard(work, customerId, card)
  },

  async removeCard({ tx }, cardId) {
    await tx.sql`delete from sandbox_cards where id = ${cardId}`
  },

  async forget({ tx }, customerId) {
    await tx.sql`delete from sandbox_setups where customer_id = ${customerId}`
    await tx.sql`delete from sandbox_cards where customer_id = ${customerId}`
  },
}
