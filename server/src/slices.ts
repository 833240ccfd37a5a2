// Everything that the slices bring to the server. A call without handler does not compile.
import type { api } from '@bordee/core/api.ts'
import { accountHandlers } from './accounts/accounts.handlers.ts'
import { addressHandlers } from './addresses/addresses.handlers.ts'
import { companyHandlers } from './companies/companies.handlers.ts'
import type { Handlers } from './ctx.ts'
import { identityHandlers } from './identity/identity.handlers.ts'
import { identityWorkers } from './identity/identity.jobs.ts'
import type { Worker } from './jobs.ts'
import { mailWorkers } from './mail.jobs.ts'
import { platformHandlers } from './platform/platform.handlers.ts'
import { provisioningHandlers } from './provisioning/provisioning.handlers.ts'

export const handlers: Handlers<typeof api> = {
  ...identityHandlers,
  ...accountHandlers,
  ...companyHandlers,
  ...addressHandlers,
  ...platformHandlers,
  ...provisioningHandlers,
}

export const workers: Worker[] = [...mailWorkers, ...identityWorkers]
