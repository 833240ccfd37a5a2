// The client form's own schema: a client as core says it, its billing address in one piece as it is picked.
import { type Client, clientFields } from '@bordee/core/clients/client.ts'
import { optionalText, optionalZip, point } from '@bordee/core/wire.ts'
import * as z from 'zod'

const billing = z.object({
  civicNumber: optionalText(20),
  apartment: optionalText(20),
  street: optionalText(),
  city: optionalText(100),
  state: optionalText(2),
  country: optionalText(2),
  zip: optionalZip,
  location: point.nullable(),
})

const own = ['type', 'name', 'number', 'email', 'phone', 'post', 'firstName', 'lastName', 'notes'] as const
const { type, name, number, email, phone, post, firstName, lastName, notes } = clientFields.shape

export const clientSchema = z.object({ type, name, number, email, phone, post, firstName, lastName, notes, billing })
export type ClientValues = z.input<typeof clientSchema>
export type SentClient = z.output<typeof clientSchema>

export const emptyAddress = {
  civicNumber: null,
  apartment: null,
  street: '',
  city: null,
  state: null,
  country: null,
  zip: null,
  location: null,
}

export const emptyClient: ClientValues = {
  type: 'residential',
  name: '',
  number: null,
  email: null,
  phone: null,
  post: null,
  firstName: null,
  lastName: null,
  notes: null,
  billing: emptyAddress,
}

export function valuesOf(client: Client): ClientValues {
  const { billingLatitude: lat, billingLongitude: lng } = client
  return {
    ...(Object.fromEntries(own.map((key) => [key, client[key]])) as Omit<ClientValues, 'billing'>),
    billing: {
      civicNumber: client.billingCivicNumber,
      apartment: client.billingApartment,
      street: client.billingStreet ?? '',
      city: client.billingCity,
      state: client.billingState,
      country: client.billingCountry,
      zip: client.billingZip,
      location: lat !== null && lng !== null ? { lat, lng } : null,
    },
  }
}

export const asInput = ({ billing: { location, ...address }, ...client }: SentClient) => ({
  ...client,
  billingCivicNumber: address.civicNumber,
  billingApartment: address.apartment,
  billingStreet: address.street,
  billingCity: address.city,
  billingState: address.state,
  billingCountry: address.country,
  billingZip: address.zip,
  billingLatitude: location?.lat ?? null,
  billingLongitude: location?.lng ?? null,
})
