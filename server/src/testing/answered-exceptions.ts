// Fields of answers that the test which looks for all of them does not find, by reason. One that it does find fails it too.

/** Not in any answer: what they stand in did not happen. */
export const absent: Record<string, readonly string[]> = {
  'for a device that reports too rarely (devices/long-gaps.test.ts)': ['getRunDetails: devicesWithLongGaps[]'],
  'only of who must set up a second factor first': ['takeSecondStep: user.lacksSecondFactor'],
  'a card whose bank asks when alerts are activated (billing/activations.test.ts)': [
    'activateAlerts: status',
    'activateAlerts: clientSecret',
    'activateAlerts: provider',
    'activateAlerts: paymentMethodId',
  ],
  'an invoice that was given up (billing/collecting.test.ts)': [
    'payInvoice: status',
    'payInvoice: clientSecret',
    'payInvoice: provider',
    'payInvoice: paymentMethodId',
  ],
  'rows beyond those that are told, and places that nobody knows (imports/importing.test.ts)': [
    'runImport: others',
    'settleImportRequest: forecast.errors[].others',
    'runImport: errors[].others',
    'runImport: alerts.rows[].others',
    'getImportProgress: errors[].others',
    'getImportProgress: places.notFound[].entity',
    'getImportProgress: places.notFound[].sheet',
    'getImportProgress: places.notFound[].row',
    'getImportProgress: places.notFound[].message',
    'getImportProgress: places.notFound[].others',
  ],
  'a formula that was saved without its value (imports/verifying.test.ts)': ['openImportRequest: sheets[].columns[].emptyFormulas'],
  'an address that refuses letters for good (contracts/mailing.test.ts)': [
    'getContractSending: refused[].id',
    'getContractSending: refused[].contractNumber',
    'getContractSending: refused[].clientName',
    'getContractSending: refused[].email',
    'getContractSending: refused[].message',
  ],
  'a part of the first page that could not be read, and staff in no company (home/home.test.ts)': [
    'getHome: failed[]',
    'getHome: platform.companiesToReview',
    'getHome: platform.failedJobs',
    'getHome: platform.overdueInvoices.count',
    'getHome: platform.overdueInvoices.amount',
  ],
}

const hardware = [
  'batteryVoltage',
  'currentMode',
  'btMacAddress',
  'imei',
  'config.interval',
  'config.movementSensitivity',
  'config.currentFW',
]

/** In answers, and null or empty in all of them. */
export const empty: Record<string, readonly string[]> = {
  'settings of whoever runs it': [
    'getConfig: maps.styleUrl',
    'getConfig: maps.satelliteStyleUrl',
    'getConfig: maps.key',
    'getConfig: captchaSiteKey',
    'getConfig: paymentPublishableKey',
    'getConfig: helpUrl',
    'getConfig: demoUrl',
    'getConfig: maps.archive',
    'getConfig: contactUrl',
    'getConfig: analyticsUrl',
    'getConfig: errorsUrl',
  ],
  'a mailbox that is full, or refuses letters (tests/mailboxes.test.ts)': ['updateAccount: letterRefusal'],
  'told by a tracker’s provider (devices/trackers.test.ts)': [
    ...hardware.flatMap((field) => [`updateDevice: ${field}`, `renewDeviceKey: ${field}`]),
    'getTrackerStatus: lastRefreshedAt',
  ],
  'told by other providers than the embedded ones': [
    'getAddress: apartment',
    'findDirections: duration',
    'getAlertProgress: detail',
    'listAlertLog: cancellationDetail',
    'getCallSheet: sheet.alerts[].callOutcome',
    'listAlertLog: callOutcome',
    'getWeather: source',
  ],
  'a dossier that failed, and one of all sites of a client (evidence/evidence.test.ts)': [
    'getEvidence: customerId',
    'getEvidence: problem',
  ],
  'a payment that was removed is not answered any more': [
    'declineContract: payments[].deletedAt',
    'getPersonalData: contracts[].payments[].deletedAt',
  ],
  'of what happens elsewhere: a second factor, a job that died at work, an invoice of a month, files': [
    'getSecondFactor: since',
    'listDeadLetters: companyId',
    'listDeadLetters: error',
    'getSandboxInvoice: lines[].period',
    'getSandboxInvoice: paidAt',
    'getImportProgress: uploadId',
  ],
}
