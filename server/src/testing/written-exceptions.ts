// What the test that writes every field and reads it back leaves aside, each with its reason. One that is not needed fails it too.
/** Calls that store no field which somebody reads again, by reason. */
export const writeNothing: Record<string, readonly string[]> = {
  'a form with a file (photos/photos.test.ts, claims/claim-files.test.ts)': ['addPhoto', 'addClaimFile'],
  'opens, proves or ends a session; a password is kept as a hash': [
    'signIn',
    'signInWithToken',
    'refreshToken',
    'signOut',
    'verifyResetCode',
    'confirmResetCode',
    'updatePassword',
    'confirmEmail',
    'confirmCompanyEmail',
    'retrieveSignInLinkToken',
    'takeSecondStep',
    'confirmSecondFactor',
    'beginNewPhone',
    'confirmNewPhone',
    'renewRecoveryCodes',
    'switchOffSecondFactor',
    'resetPassword',
    'sendSignInLink',
    'setUpTracker',
  ],
  'only looks': ['suggestAddresses', 'validateClient', 'validateSite', 'findDirections', 'previewAlert', 'geolocateSites'],
  'names lines, with a key of the sender (client-invoices/client-invoices.test.ts)': [
    'createClientInvoices',
    'creditClientInvoice',
    'addInvoicePayment',
  ],
  'only names what it removes, sends, prints or copies': [
    'deleteAccounts',
    'sendImportTemplate',
    'deleteClients',
    'deleteSites',
    'deleteOccupants',
    'deleteSectors',
    'deleteGroupings',
    'sendAlert',
    'answerReply',
    'playReply',
    'playCall',
    'callCrew',
    'phoneCrew',
    'revokeTrackingLinks',
    'printContracts',
    'syncContracts',
    'renewContracts',
    'sendContracts',
    'withdrawQuote',
    'duplicateRun',
    'joinOperations',
    'startTrialNight',
    'approvePunches',
    'issueClientInvoices',
    'sendClientInvoices',
    'printClientInvoices',
  ],
  'moves money: what it names is the provider’s': [
    'activateAlerts',
    'buyAlerts',
    'addPaymentMethod',
    'activatePaymentAccount',
    'payContract',
    'refundSurplus',
    'endSandboxOnboarding',
    'moveSandboxPayment',
    'paySandboxCheckout',
    'paySandboxInvoice',
    'answerSandboxConfirmation',
    'confirmSandboxSetup',
  ],
  'stands on the certificate of signature, which is a PDF': ['acceptContract'],
  'brings in sheets, whose every column imports/round-trip.test.ts reads back': ['runImport'],
}

const credentials = {
  'account.password': 'kept as a hash',
  'account.invite': 'sends a letter',
  'account.accesses[].phone': 'the one beside the role overrides it',
}
const callRequest = 'becomes who asked for it, when and how (alerts/hours.test.ts)'
const drawn = 'drawn again from its pixels: other bytes say the same'
const version = 'says which state was read before'
const sentAt = 'sets the clock of a phone right'
const leaves = 'quits another run'
const phone = 'shown on the board, whose test reads it'
const isWholeRoute = 'decides whether a round of only some sites begins (board/rounds.test.ts)'
const evenIfGiven = 'decides whether two runs may have a site (board/at-once.test.ts)'
const inspection = 'kept for what was done only'
const request = 'the same one again changes nothing'
const someHours = 'says which hours are meant'
const contractExceptions = {
  'contract.version': version,
  'contract.payments[].fieldId': 'another name for the id',
  'contract.payments[].deletedAt': 'removes the payment',
  'contract.payments[].wasOnline': 'written by the provider’s news alone',
  'contract.payments[].movement': 'written by the provider’s news alone',
}

/** Fields that are not read back as they were sent, by call. */
export const notReadBack: Record<string, Record<string, string>> = {
  updateCurrentAccount: { 'account.email': 'waits until the new address is proven' },
  createAccount: credentials,
  updateAccount: credentials,
  registerCompany: { 'account.password': credentials['account.password'] },
  createCompany: { 'company.logo': drawn },
  updateCurrentCompany: { 'company.logo': drawn, confirmedInactiveSites: 'agrees to what follows from a setting' },
  updateCompany: { 'company.logo': drawn, confirmedInactiveSites: 'agrees to what follows from a setting' },
  addNetwork: { passphrase: 'goes in and never comes out' },
  updateBillable: { 'billable.isCorrected': 'undoes what the same call corrects' },
  createClient: { 'site.areas[].version': version, 'occupants[].callsAnytime': callRequest },
  createOccupant: { 'contact.callsAnytime': callRequest },
  updateOccupant: { 'contact.callsAnytime': callRequest },
  replaceOccupants: { 'occupants[].callsAnytime': callRequest },
  createSite: { 'site.areas[].version': version },
  updateSite: { 'site.areas[].version': version },
  createRoute: { 'route.version': version },
  updateRoute: { 'route.version': version },
  createTemplate: { 'contractTemplate.companyLogo': drawn },
  updateTemplate: { 'contractTemplate.companyLogo': drawn, 'contractTemplate.version': version },
  createContract: contractExceptions,
  updateContract: contractExceptions,
  declineContract: { version },
  updateBulletinConfig: { version, sentences: 'by state (bulletins/bulletins.test.ts)' },
  setConsent: { version: 'says which text was answered: decides what dispatchers see, and whether a newer text is asked about' },
  startRun: { sentAt, leaves, phone, isWholeRoute },
  addStops: { evenIfGiven },
  createRedoRun: { evenIfGiven },
  prepareRound: { sectorId: 'read back as the sites of the round (board/rounds.test.ts)' },
  actOnRun: { sentAt, leaves, phone },
  addLocations: { sentAt },
  reportDamage: { sentAt },
  markAreaDone: { sentAt, id: request, reason: 'kept for what was not done only' },
  markSiteDone: { sentAt, id: request, reason: 'kept for what was not done only' },
  markAreaPartial: { sentAt, id: request, inspection },
  markSitePartial: { sentAt, id: request, inspection },
  markAreaNotDone: { sentAt, id: request, inspection },
  markSiteNotDone: { sentAt, id: request, inspection },
  savePunch: { sentAt },
  unapprovePunches: { from: someHours, to: someHours, accountId: someHours },
  submitQuote: { requestId: request },
}
