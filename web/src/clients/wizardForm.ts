// The wizard's values: a client, a site and its occupants.
import { newOccupantFields } from '@bordee/core/occupants/occupant.ts'
import { siteFields } from '@bordee/core/sites/site.ts'
import * as z from 'zod'
import { emptyValues } from '../ui/form/values.ts'
import { clientSchema, emptyAddress, emptyClient } from './clientForm.ts'

const firstSite = siteFields.pick({ name: true, address: true })

export const wizardSchema = z.object({ client: clientSchema, site: firstSite, occupants: z.array(newOccupantFields) })
export type WizardValues = z.input<typeof wizardSchema>
export type SentWizard = z.output<typeof wizardSchema>

export const emptyWizard: WizardValues = { client: emptyClient, site: emptyValues(firstSite, { address: emptyAddress }), occupants: [] }
