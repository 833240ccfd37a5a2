import { accountCalls } from './accounts/accounts.calls.ts'
import { addressCalls } from './addresses/addresses.calls.ts'
import { alertCalls } from './alerts/alerts.calls.ts'
import { webhookCalls } from './alerts/webhooks.calls.ts'
import { bankCalls } from './bank/bank.calls.ts'
import { bankFileCalls } from './bank-files/bank-files.calls.ts'
import { billableCalls } from './billables/billables.calls.ts'
import { billingCalls } from './billing/billing.calls.ts'
import { bulletinCalls } from './bulletins/bulletins.calls.ts'
import { callerCalls } from './callers/callers.calls.ts'
import { chequeCalls } from './cheques/cheques.calls.ts'
import { claimCalls } from './claims/claims.calls.ts'
import { clientInvoiceCalls } from './client-invoices/client-invoices.calls.ts'
import { clientCalls } from './clients/clients.calls.ts'
import { collectionCalls } from './collection/collection.calls.ts'
import { companyCalls } from './companies/companies.calls.ts'
import { contractCalls } from './contracts/contracts.calls.ts'
import { deviceCalls } from './devices/devices.calls.ts'
import { evidenceCalls } from './evidence/evidence.calls.ts'
import { groupingCalls } from './groupings/groupings.calls.ts'
import { homeCalls } from './home/home.calls.ts'
import { identityCalls } from './identity/identity.calls.ts'
import { secondFactorCalls } from './identity/second-factor.calls.ts'
import { importCalls } from './imports/imports.calls.ts'
import { messageCalls } from './messages/messages.calls.ts'
import { occupantCalls } from './occupants/occupants.calls.ts'
import { onboardingCalls } from './onboarding/onboarding.calls.ts'
import { boardCalls } from './operations/board.calls.ts'
import { operationCalls } from './operations/operations.calls.ts'
import { paymentAccountCalls } from './payments/accounts.calls.ts'
import { paymentHookCalls } from './payments/hooks.calls.ts'
import { paymentCalls } from './payments/payments.calls.ts'
import { sandboxCalls } from './payments/sandbox.calls.ts'
import { photoCalls } from './photos/photos.calls.ts'
import { configCalls } from './platform/config.calls.ts'
import { mailHookCalls } from './platform/mail-hooks.calls.ts'
import { platformCalls } from './platform/platform.calls.ts'
import { privacyCalls } from './privacy/privacy.calls.ts'
import { provisioningCalls } from './provisioning/provisioning.calls.ts'
import { punchCalls } from './punches/punches.calls.ts'
import { quoteCalls } from './quotes/quotes.calls.ts'
import { recordCalls } from './records/records.calls.ts'
import { replyCalls } from './replies/replies.calls.ts'
import { routeCalls } from './routes/routes.calls.ts'
import { runCalls } from './runs/runs.calls.ts'
import { searchCalls } from './search/search.calls.ts'
import { seasonCalls } from './season/season.calls.ts'
import { sectorCalls } from './sectors/sectors.calls.ts'
import { serviceCalls } from './services/services.calls.ts'
import { siteCalls } from './sites/sites.calls.ts'
import { templateCalls } from './templates/templates.calls.ts'
import { trackingCalls } from './tracking/tracking.calls.ts'
import { lineHookCalls, voiceLineCalls } from './voice-line/voice-line.calls.ts'
import { weatherCalls } from './weather/weather.calls.ts'

/** Every call. The server neither compiles nor starts without a handler for each. */
export const api = {
  ...identityCalls,
  ...secondFactorCalls,
  ...accountCalls,
  ...companyCalls,
  ...addressCalls,
  ...configCalls,
  ...platformCalls,
  ...provisioningCalls,
  ...clientCalls,
  ...siteCalls,
  ...occupantCalls,
  ...serviceCalls,
  ...routeCalls,
  ...sectorCalls,
  ...groupingCalls,
  ...messageCalls,
  ...alertCalls,
  ...webhookCalls,
  ...bankCalls,
  ...billableCalls,
  ...clientInvoiceCalls,
  ...collectionCalls,
  ...billingCalls,
  ...bulletinCalls,
  ...importCalls,
  ...paymentCalls,
  ...paymentAccountCalls,
  ...paymentHookCalls,
  ...photoCalls,
  ...mailHookCalls,
  ...sandboxCalls,
  ...templateCalls,
  ...contractCalls,
  ...runCalls,
  ...operationCalls,
  ...boardCalls,
  ...callerCalls,
  ...recordCalls,
  ...bankFileCalls,
  ...chequeCalls,
  ...claimCalls,
  ...evidenceCalls,
  ...replyCalls,
  ...weatherCalls,
  ...seasonCalls,
  ...homeCalls,
  ...deviceCalls,
  ...punchCalls,
  ...quoteCalls,
  ...privacyCalls,
  ...trackingCalls,
  ...voiceLineCalls,
  ...lineHookCalls,
  ...searchCalls,
  ...onboardingCalls,
}
