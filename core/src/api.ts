import { accountCalls } from './accounts/accounts.calls.ts'
import { addressCalls } from './addresses/addresses.calls.ts'
import { companyCalls } from './companies/companies.calls.ts'
import { identityCalls } from './identity/identity.calls.ts'
import { platformCalls } from './platform/platform.calls.ts'
import { provisioningCalls } from './provisioning/provisioning.calls.ts'

/** Every call there is. The server will not start, nor compile, without a handler for each. */
export const api = { ...identityCalls, ...accountCalls, ...companyCalls, ...addressCalls, ...platformCalls, ...provisioningCalls }
