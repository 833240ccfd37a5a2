import type { Contract } from '@bordee/core/contracts/contract.ts'
import { expect, test } from 'vitest'
import { readyFor, stepOf } from './stepOf.ts'

const dues = [
  { id: 'a', paymentDate: '2026-11-15', dueDate: '2026-11-15', percent: 50, amount: 20_000, amountLeft: 0 },
  { id: 'b', paymentDate: '2026-11-15', dueDate: '2027-01-15', percent: 50, amount: 20_000, amountLeft: 12_000 },
]
const contract = (of: Partial<Contract>) =>
  ({
    status: 'draft',
    siteId: 'site',
    startAt: '2026-11-01',
    endAt: '2027-04-15',
    services: [{ pricing: 'season' }],
    paymentShedules: dues,
    clientEmail: 'client@exemple.ca',
    declineReason: null,
    overpaidAmount: 0,
    ...of,
  }) as Contract

test.each<[string, Partial<Contract>, string]>([
  [
    'one that is priced by use is never paid by itself',
    { status: 'accepted', services: [{ pricing: 'pass' }] as never, paymentShedules: [] },
    'Signé\u00a0: ses services sont facturés après les opérations.',
  ],
  ['a draft says what it lacks', { siteId: null, services: [] }, 'Il manque\u00a0: Point de service, Services.'],
  ['a whole draft is ready', {}, 'Prêt à envoyer ou à imprimer.'],
  ['without an e-mail it can only be printed', { clientEmail: null }, 'Prêt à imprimer. Pour l’envoyer, il manque le courriel du client.'],
  ['one that was printed waits for the client', { status: 'printed' }, 'Le client n’a pas encore signé.'],
  [
    'one that is over waits for nobody',
    { status: 'sent', endAt: '2026-04-15' },
    'Terminé depuis le 15/04/2026\u00a0: il ne peut plus être signé.',
  ],
  [
    'a refusal is told with its reason',
    { status: 'declined', declineReason: 'Trop cher' },
    'Le client a refusé\u00a0: «\u00a0Trop cher\u00a0». Modifiez le contrat pour le renvoyer.',
  ],
  ['a signed one waits for its next instalment', { status: 'accepted' }, 'Prochain versement\u00a0: 120,00\u00a0$ le 15/01/2027.'],
  ['what is paid in full waits for nothing', { status: 'paid', paymentShedules: [] }, 'Entièrement payé.'],
  [
    'what was overpaid is to be settled',
    { status: 'paid', overpaidAmount: 500 },
    'Payé en trop\u00a0: 5,00\u00a0$ à rembourser ou à garder.',
  ],
  ['an archived one waits for nothing', { status: 'canceled' }, 'Archivé\u00a0: plus rien ne change.'],
  [
    'what a card paid before it was archived is to be settled',
    { status: 'canceled', overpaidAmount: 500 },
    'Archivé, après un paiement par carte\u00a0: 5,00\u00a0$ à rembourser ou à garder.',
  ],
])('%s', (_, of, said) => {
  expect(stepOf(contract(of), '2026-12-01').text).toBe(said)
})

test.each<[string, Partial<Contract>, string | null]>([
  ['a whole draft is sent', {}, 'sending'],
  ['without an e-mail it is printed', { clientEmail: null }, 'printing'],
  ['what lacks something is opened', { services: [] }, null],
  ['what left already is not sent first', { status: 'sent' }, null],
])('the next step: %s', (_, of, next) => {
  expect(readyFor(contract(of))).toBe(next)
})

test('late instalments are reported together, from the first one', () => {
  expect(stepOf(contract({ status: 'unpaid' }), '2027-02-01')).toEqual({
    text: '120,00\u00a0$ en retard depuis le 15/01/2027.',
    isUrgent: true,
  })
})
