// The client form's schema: core's client, with the billing address nested because it is picked as a whole.
import { type Client, clientFields } from '@bordee/core/clients/client.ts'
import { addressFields } from '@bordee/core/sites/site.ts'
import { point } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { addressParts } from '../ui/form/touched.ts'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

const {
  billingCivicNumber: civicNumber,
  billingApartment: apartment,
  billingStreet: street,
  billingCity: city,
  billingState: state,
  billingCountry: country,
  billingZip: zip,
  billingLatitude: _,
  billingLongitude: __,
  ...own
} = clientFields.shape
const lines = z.object({ civicNumber, apartment, street, city, state, country, zip })

export const clientSchema = z.object({ ...own, billing: lines.extend({ location: point.nullable() }) })
export type ClientValues = z.input<typeof clientSchema>
export type SentClient = z.output<typeof clientSchema>

export const emptyAddress = emptyValues(addressFields, {})

export const emptyClient = emptyValues(clientSchema, { type: 'residential', billing: emptyAddress })

type Line = keyof typeof lines.shape
const lineNames = Object.keys(lines.shape) as Line[]
const billed = <L extends Line>(line: L) => `billing${line.charAt(0).toUpperCase()}${line.slice(1)}` as `billing${Capitalize<L>}`

/** The billing fields that are sent together; the apartment has its own input and is sent alone. */
export const billingParts = [...addressParts.filter((part) => part !== 'location').map(billed), 'billingLatitude', 'billingLongitude']

export function valuesOf(client: Client): ClientValues {
  const { billingLatitude: lat, billingLongitude: lng, billingStreet } = client
  const address = Object.fromEntries(lineNames.map((line) => [line, client[billed(line)]])) as Record<Line, string | null>
  const location = lat !== null && lng !== null ? { lat, lng } : null
  return valuesFrom(clientSchema, client, { billing: { ...address, street: billingStreet ?? '', location } })
}

export const asInput = ({ billing: { location, ...address }, ...client }: SentClient) => ({
  ...client,
  ...(Object.fromEntries(lineNames.map((line) => [billed(line), address[line]])) as Pick<Client, `billing${Capitalize<Line>}`>),
  billingLatitude: location?.lat ?? null,
  billingLongitude: location?.lng ?? null,
})
