// Contracts for the tests: a season's worth in one line.
import type { Input } from '@bordee/core/call.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { newClient, newSite } from './folders.ts'
import type { Caller } from './server.ts'

type NewTemplate = Input<typeof templateCalls.createTemplate>['contractTemplate']

let count = 0
/** Where the test companies work. */
export const today = () => todayIn('America/Toronto', new Date())
export const inDays = (days: number) => addDays(today(), days)

/** 425 $ in two halves, a month and two months from now, for a season that begins in ten days. */
export const terms = () => ({
  startAt: inDays(10),
  endAt: inDays(160),
  services: [{ name: 'Déneigement', price: 425, quantity: 1 }],
  clauses: '<p>Le client s’engage.</p>',
  isTaxesCharged: true,
})
export const schedule = () => [
  { paymentDate: inDays(30), percent: 50 },
  { paymentDate: inDays(60), percent: 50 },
]

export const newTemplate = (owner: Caller, template: object = {}) =>
  owner(templateCalls.createTemplate, {
    contractTemplate: {
      name: `Modèle ${++count}`,
      ...terms(),
      paymentSchedules: schedule(),
      contractTemplatePaymentMethod: ['credit_card', 'check'],
      ...template,
    } as NewTemplate,
  })

interface Wanted {
  /** A folder of its own, unless said. */
  clientId?: string
  email?: string | null
  [field: string]: unknown
}

/** Nothing is missing for it to be sent. */
export async function newContract(owner: Caller, { clientId, email = `client${++count}@exemple.ca`, ...contract }: Wanted = {}) {
  const client = clientId ?? (await newClient(owner, { email, billingState: 'QC' })).id
  const site = contract.siteId === undefined ? (await newSite(owner, client)).id : contract.siteId
  return owner(contractCalls.createContract, {
    contract: { clientId: client, siteId: site as string, paymentMethods: ['check'], ...terms(), paymentShedules: schedule(), ...contract },
  })
}
