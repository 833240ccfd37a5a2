// Everything the slices add to the server. A call without a handler does not compile.
import type { api } from '@bordee/core/api.ts'
import { accountHandlers } from './accounts/accounts.handlers.ts'
import { accountCorrespondent, accountWorkers } from './accounts/accounts.jobs.ts'
import { addressHandlers } from './addresses/addresses.handlers.ts'
import { alertHandlers } from './alerts/alerts.handlers.ts'
import { alertWorkers } from './alerts/alerts.jobs.ts'
import { retentionWorkers } from './alerts/retention.jobs.ts'
import { bankHandlers } from './bank/bank.handlers.ts'
import { bankWorkers } from './bank/bank.jobs.ts'
import { bankFileHandlers } from './bank-files/bank-files.handlers.ts'
import { bankFileWorkers } from './bank-files/bank-files.jobs.ts'
import { billableHandlers } from './billables/billables.handlers.ts'
import { billableWorkers } from './billables/billables.jobs.ts'
import { billingHandlers } from './billing/billing.handlers.ts'
import { billingWorkers, hearInvoice } from './billing/billing.jobs.ts'
import { invoiceDifferences } from './billing/invoice-differences.ts'
import { annulSandboxInvoices } from './billing/provider-sync.ts'
import { boardHandlers } from './board/board.handlers.ts'
import { boardWorkers } from './board/board.jobs.ts'
import { bulletinHandlers, bulletinTakenMessages } from './bulletins/bulletins.handlers.ts'
import { bulletinWorkers } from './bulletins/bulletins.jobs.ts'
import { callerHandlers } from './callers/callers.handlers.ts'
import { chequeHandlers } from './cheques/cheques.handlers.ts'
import { chequeWorkers } from './cheques/cheques.jobs.ts'
import { claimHandlers } from './claims/claims.handlers.ts'
import { clientInvoiceHandlers } from './client-invoices/client-invoices.handlers.ts'
import { clientInvoiceWorkers } from './client-invoices/client-invoices.jobs.ts'
import { clientInvoiceCorrespondent, clientInvoiceMailWorkers } from './client-invoices/mailing.ts'
import { clientTakenMessages } from './clients/client-changes.ts'
import { clientHandlers } from './clients/clients.handlers.ts'
import { collectionHandlers } from './collection/collection.handlers.ts'
import { companyHandlers } from './companies/companies.handlers.ts'
import { payerWorkers } from './companies/company-payments.ts'
import { hearCheckout } from './contract-payments/checkouts.ts'
import { checkoutWorkers, expireSandboxCheckouts } from './contract-payments/closing-checkouts.ts'
import { contractPaymentHandlers } from './contract-payments/contract-payments.handlers.ts'
import { hearPayment, paymentSyncWorkers } from './contract-payments/followed-payments.ts'
import { paymentDifferences } from './contract-payments/payment-differences.ts'
import { refundWorkers } from './contract-payments/refunds.ts'
import { checkoutWatchers } from './contract-payments/watched-checkouts.ts'
import { contractCorrespondent } from './contracts/contract-mails.ts'
import { contractHandlers } from './contracts/contracts.handlers.ts'
import { contractWorkers } from './contracts/contracts.jobs.ts'
import { demoWorkers } from './demo/fleet.ts'
import { signingWorkers } from './demo/signatures.ts'
import { deviceHandlers } from './devices/devices.handlers.ts'
import { deviceWorkers } from './devices/trackers.jobs.ts'
import type { Handlers } from './engine/ctx.ts'
import { versionWorkers } from './engine/db/versions.ts'
import type { TakenMessages } from './engine/http/problems.ts'
import type { Worker } from './engine/jobs/jobs.ts'
import { mailWorkers } from './engine/jobs/mail.jobs.ts'
import { evidenceHandlers } from './evidence/evidence.handlers.ts'
import { evidenceWorkers } from './evidence/evidence.jobs.ts'
import { fileWorkers } from './files/files.jobs.ts'
import { groupingHandlers } from './groupings/groupings.handlers.ts'
import { homeHandlers } from './home/home.handlers.ts'
import { accountTakenMessages } from './identity/account-rows.ts'
import { identityHandlers } from './identity/identity.handlers.ts'
import { identityWorkers } from './identity/identity.jobs.ts'
import { isProvenMailbox } from './identity/owners.ts'
import { secondFactorHandlers } from './identity/second-factor.handlers.ts'
import { importWorkers } from './imports/importing.jobs.ts'
import { importHandlers } from './imports/imports.handlers.ts'
import { placeWorkers } from './imports/places.jobs.ts'
import { uploadWorkers } from './imports/uploads.jobs.ts'
import { hearInvoiceCheckout } from './invoice-payments/checkouts.ts'
import { expireSandboxInvoiceCheckouts, invoiceCheckoutWorkers } from './invoice-payments/closing-checkouts.ts'
import { hearInvoicePayment } from './invoice-payments/followed-payments.ts'
import { invoicePaymentHandlers } from './invoice-payments/invoice-payments.handlers.ts'
import { invoiceRefundWorkers } from './invoice-payments/refunds.ts'
import { messageHandlers } from './messages/messages.handlers.ts'
import { occupantHandlers } from './occupants/occupants.handlers.ts'
import { onboardingHandlers } from './onboarding/onboarding.handlers.ts'
import { trialWorkers } from './onboarding/trial-nights.jobs.ts'
import { operationHandlers } from './operations/operations.handlers.ts'
import { outboxWorkers } from './outside/outbox.ts'
import type { Comparison } from './outside/payments/reconciliation.ts'
import { sandboxWorkers } from './outside/payments/sandbox/events.ts'
import { sandboxHandlers } from './outside/payments/sandbox/sandbox.ts'
import { paymentAccountHandlers } from './payments/accounts.handlers.ts'
import { paymentHookHandlers } from './payments/hooks.handlers.ts'
import type { SandboxLeaver } from './payments/leaving-sandbox.ts'
import { paymentAccountWorkers } from './payments/payment-accounts.ts'
import { cardWorkers, paymentHandlers } from './payments/payments.handlers.ts'
import { paymentWorkers } from './payments/payments.jobs.ts'
import { setupWatchers } from './payments/watched-setups.ts'
import { photoHandlers } from './photos/photos.handlers.ts'
import { photoWorkers } from './photos/photos.jobs.ts'
import { mailHookHandlers } from './platform/mail-hooks.handlers.ts'
import { platformHandlers } from './platform/platform.handlers.ts'
import { chunkWorkers } from './positions/chunks.ts'
import { positionWorkers } from './positions/positions.jobs.ts'
import { privacyHandlers } from './privacy/privacy.handlers.ts'
import { provisioningHandlers } from './provisioning/provisioning.handlers.ts'
import { punchHandlers } from './punches/punches.handlers.ts'
import { quoteHandlers } from './quotes/quotes.handlers.ts'
import { quoteWorkers } from './quotes/quotes.jobs.ts'
import { recordHandlers } from './records/records.handlers.ts'
import { recordWorkers } from './records/records.jobs.ts'
import { replyHandlers } from './replies/replies.handlers.ts'
import { replyWorkers } from './replies/replies.jobs.ts'
import { webhookHandlers } from './replies/webhooks.handlers.ts'
import { routeWorkers } from './routes/route-lengths.ts'
import { routeHandlers } from './routes/routes.handlers.ts'
import { recomputeWorkers } from './runs/recomputing.ts'
import { runHandlers } from './runs/runs.handlers.ts'
import { runWorkers } from './runs/runs.jobs.ts'
import { sealingWorkers } from './runs/sealing.ts'
import { warningWorkers } from './runs/warnings.ts'
import { searchHandlers } from './search/search.handlers.ts'
import { ceilingWorkers } from './season/ceilings.jobs.ts'
import { seasonHandlers } from './season/season.handlers.ts'
import { seasonWorkers } from './season/season.jobs.ts'
import { sectorTakenMessages } from './sectors/sector-changes.ts'
import { sectorHandlers } from './sectors/sectors.handlers.ts'
import { serviceHandlers } from './services/services.handlers.ts'
import { siteTakenMessages } from './sites/site-changes.ts'
import { siteHandlers } from './sites/sites.handlers.ts'
import { templateHandlers } from './templates/templates.handlers.ts'
import { trackingHandlers } from './tracking/tracking.handlers.ts'
import { voiceLineHandlers } from './voice-line/voice-line.handlers.ts'
import { weatherHandlers } from './weather/weather.handlers.ts'
import { weatherWorkers } from './weather/weather.jobs.ts'

/** Slices that learn what became of their letters. */
const correspondents = [contractCorrespondent, clientInvoiceCorrespondent, accountCorrespondent]

export const handlers: Handlers<typeof api> = {
  ...identityHandlers,
  ...secondFactorHandlers,
  ...accountHandlers,
  ...companyHandlers,
  ...addressHandlers,
  ...platformHandlers,
  ...provisioningHandlers,
  ...clientHandlers,
  ...siteHandlers,
  ...occupantHandlers,
  ...serviceHandlers,
  ...routeHandlers,
  ...sectorHandlers,
  ...groupingHandlers,
  ...messageHandlers,
  ...alertHandlers,
  ...webhookHandlers,
  ...bankHandlers,
  ...billableHandlers,
  ...clientInvoiceHandlers,
  ...invoicePaymentHandlers,
  ...collectionHandlers,
  ...billingHandlers,
  ...importHandlers,
  ...paymentHandlers,
  ...paymentAccountHandlers,
  ...paymentHookHandlers([hearCheckout, hearInvoiceCheckout, hearPayment, hearInvoicePayment, hearInvoice]),
  ...mailHookHandlers(correspondents),
  ...sandboxHandlers,
  ...templateHandlers,
  ...contractHandlers,
  ...contractPaymentHandlers,
  ...runHandlers,
  ...photoHandlers,
  ...operationHandlers,
  ...boardHandlers,
  ...bulletinHandlers,
  ...callerHandlers,
  ...trackingHandlers,
  ...recordHandlers,
  ...bankFileHandlers,
  ...chequeHandlers,
  ...claimHandlers,
  ...evidenceHandlers,
  ...replyHandlers,
  ...voiceLineHandlers,
  ...weatherHandlers,
  ...seasonHandlers,
  ...homeHandlers,
  ...deviceHandlers,
  ...punchHandlers,
  ...quoteHandlers,
  ...privacyHandlers,
  ...searchHandlers,
  ...onboardingHandlers,
}

/** What to say when a value that must be unique is taken already. */
export const takenMessages: TakenMessages = {
  ...accountTakenMessages,
  ...siteTakenMessages,
  ...sectorTakenMessages,
  ...clientTakenMessages,
  ...bulletinTakenMessages,
}

/** Slices with rows to put away when a server leaves the sandbox for a real payment provider. */
export const sandboxLeavers: SandboxLeaver[] = [annulSandboxInvoices, expireSandboxCheckouts, expireSandboxInvoiceCheckouts]

/** What is compared with the payment provider. */
export const comparisons: Comparison[] = [paymentDifferences, invoiceDifferences]

export const workers: Worker[] = [
  ...mailWorkers(correspondents, isProvenMailbox),
  ...outboxWorkers,
  ...identityWorkers,
  ...accountWorkers,
  ...alertWorkers,
  ...retentionWorkers,
  ...uploadWorkers,
  ...bankWorkers,
  ...weatherWorkers,
  ...seasonWorkers,
  ...ceilingWorkers,
  ...routeWorkers,
  ...billableWorkers,
  ...clientInvoiceMailWorkers,
  ...invoiceCheckoutWorkers,
  ...invoiceRefundWorkers,
  ...clientInvoiceWorkers,
  ...billingWorkers,
  ...contractWorkers,
  ...bankFileWorkers,
  ...chequeWorkers,
  ...checkoutWorkers,
  ...checkoutWatchers,
  ...paymentSyncWorkers,
  ...refundWorkers,
  ...paymentWorkers,
  ...payerWorkers,
  ...paymentAccountWorkers,
  ...cardWorkers,
  ...setupWatchers,
  ...sandboxWorkers,
  ...deviceWorkers,
  ...runWorkers,
  ...boardWorkers,
  ...bulletinWorkers,
  ...recomputeWorkers,
  ...sealingWorkers,
  ...fileWorkers,
  ...photoWorkers,
  ...chunkWorkers,
  ...positionWorkers,
  ...warningWorkers,
  ...importWorkers,
  ...placeWorkers,
  ...quoteWorkers,
  ...recordWorkers,
  ...evidenceWorkers,
  ...replyWorkers,
  ...demoWorkers,
  ...signingWorkers,
  ...versionWorkers,
  ...trialWorkers,
]
