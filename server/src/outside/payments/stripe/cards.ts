// Who pays Bordée, and with which cards: Stripe's customers, payment methods and setup intents.
import { conflict } from '@bordee/core/problem.ts'
import { CardRefused, type PaymentProvider } from '../payments.ts'
import { type Line, makeOnce, marked, orNull, Refused } from './line.ts'

type Cards = Pick<PaymentProvider, 'addCustomer' | 'addCard' | 'removeCard' | 'forget' | 'startCardSetup' | 'readCardSetup' | 'keepCard'>

export const stripeCards = (line: Line): Cards => ({
  /**
   * Stripe's search lags by a minute or so, and it forgets keys after a day: one of the two always knows. Name and
   * e-mail may change between two tries, so they are set afterwards.
   */
  async addCustomer({ now }, { key, name, email }) {
    const { id } = await makeOnce({
      key: `customer-${key}`,
      now,
      find: async () => (await line((api) => api.customers.search({ query: `metadata['bordee_key']:'${key}'`, limit: 1 }))).data[0],
      make: (idempotencyKey) => line((api) => api.customers.create({ metadata: marked(key) }, { idempotencyKey })),
    })
    await line((api) => api.customers.update(id, { name, email, preferred_locales: ['fr-CA'] }))
    return id
  },

  addCard() {
    throw conflict('Ce serveur ne reçoit aucun numéro de carte\u00a0: la carte s’entre dans le formulaire du fournisseur de paiement.', {
      code: 'card-by-form',
    })
  },

  async startCardSetup(_work, customerId) {
    const { id, client_secret: clientSecret } = await line((api) =>
      api.setupIntents.create({ customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] }),
    )
    if (!clientSecret) throw new Error('a setup intent without a secret')
    return { id, clientSecret }
  },

  async readCardSetup(_work, setupId) {
    const setup = await orNull(line((api) => api.setupIntents.retrieve(setupId)))
    const cardId = typeof setup?.payment_method === 'string' ? setup.payment_method : setup?.payment_method?.id
    if (setup?.status === 'succeeded' && cardId) return { status: 'saved', cardId }
    return { status: !setup || setup.status === 'canceled' ? 'expired' : 'open' }
  },

  async keepCard(_work, customerId, cardId) {
    const method = await orNull(line((api) => api.paymentMethods.retrieve(cardId)))
    if (!method?.card || method.customer !== customerId) throw new CardRefused('Cette carte n’est pas connue du fournisseur de paiement.')
    const setups = await line((api) => api.setupIntents.list({ customer: customerId, payment_method: cardId, limit: 100 }))
    if (!setups.data.some(({ status }) => status === 'succeeded')) throw new CardRefused('La banque n’a pas confirmé cette carte.')
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
    return { id: method.id, brand, last4, expMonth, expYear, name: method.billing_details.name ?? '' }
  },

  async removeCard(_work, cardId) {
    await line((api) => api.paymentMethods.detach(cardId)).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.is !== 'request') throw error // already detached
    })
  },

  async forget(_work, customerId) {
    await orNull(line((api) => api.customers.del(customerId)))
  },
})
