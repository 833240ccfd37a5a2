// Each table has one owner: a folder of server/src. Other folders read it by join and write it through the owner's functions.
// SQL is text, so import walls can't see it; this reads the statements themselves.
import { readFileSync } from 'node:fs'
import { filesUnder } from './files.ts'
import { withoutComments } from './walls.ts'

export const tablesOf: Record<string, readonly string[]> = {
  accounts: ['access_customers', 'access_routes', 'access_sectors'],
  addresses: ['address_loads', 'addresses', 'gazetteer', 'streets'],
  alerts: [
    'alert_credits',
    'alert_deliveries',
    'alert_sends',
    'sender_numbers',
    'subscription_changes',
    'tracking_links',
    'unsubscribed_phones',
  ],
  'bank-files': ['bank_accounts', 'bank_file_lines', 'bank_files', 'bank_lines'],
  bank: ['alert_ledger', 'alert_lots'],
  billables: ['billables'],
  billing: ['invoices'],
  bulletins: ['bulletin_addresses', 'bulletin_areas', 'bulletin_configs', 'bulletin_posts'],
  callers: ['folder_words', 'phone_calls'],
  cheques: ['cheque_deposits', 'cheques'],
  claims: ['claim_files', 'claims'],
  'client-invoices': [
    'client_invoice_credits',
    'client_invoice_history',
    'client_invoice_lines',
    'client_invoice_mails',
    'client_invoice_numbers',
    'client_invoice_payments',
    'client_invoice_requests',
    'client_invoices',
  ],
  clients: ['client_codes', 'clients'],
  collection: ['collection_notes', 'service_stops'],
  companies: ['companies', 'module_requests', 'trial_companies'],
  'contract-payments': ['contract_checkouts', 'contract_refunds'],
  contracts: [
    'contract_history',
    'contract_instalments',
    'contract_logos',
    'contract_mails',
    'contract_numbers',
    'contract_payments',
    'contract_sends',
    'contract_services',
    'contract_signatures',
    'contracts',
  ],
  devices: ['devices', 'tracker_tokens'],
  engine: ['audit_log', 'captcha_solutions', 'mailbox_letters', 'slice_changes', 'throttles'],
  evidence: ['evidence_documents', 'evidence_files'],
  files: ['stored_files'],
  groupings: ['sector_groups'],
  identity: ['accesses', 'account_proofs', 'accounts', 'codes', 'recovery_codes', 'second_factors', 'sessions', 'staff_entries'],
  imports: ['import_places', 'import_requests', 'import_uploads', 'imports'],
  'invoice-payments': ['client_invoice_checkout_parts', 'client_invoice_checkouts', 'client_invoice_refunds'],
  messages: ['messages'],
  occupants: ['occupants'],
  onboarding: ['trial_nights'],
  operations: [
    'operation_notes',
    'operation_readings',
    'operation_routes',
    'operation_sites',
    'operations',
    'prepared_rounds',
    'site_requests',
  ],
  outside: [
    'outbox',
    'outbox_attachments',
    'sandbox_accounts',
    'sandbox_cards',
    'sandbox_checkouts',
    'sandbox_confirmations',
    'sandbox_events',
    'sandbox_invoices',
    'sandbox_movements',
    'sandbox_setups',
  ],
  payments: ['card_setups', 'payment_account_requests', 'payment_accounts', 'payment_events', 'payment_methods', 'removed_cards'],
  photos: ['photos'],
  positions: ['position_chunks', 'run_tracks', 'run_visits'],
  privacy: ['erasure_requests', 'erasures'],
  provisioning: ['policies', 'policy_networks'],
  punches: ['punch_changes', 'punches'],
  quotes: ['quote_requests', 'quote_submissions'],
  records: ['record_entries', 'record_trees'],
  replies: ['crew_call_people', 'crew_calls', 'moved_cars', 'replies', 'reply_answers'],
  routes: ['route_services', 'route_sites', 'routes', 'route_lengths'],
  runs: [
    'position_consents',
    'route_alerts',
    'run_actions',
    'run_area_actions',
    'run_areas',
    'run_damages',
    'run_operators',
    'run_sites',
    'runs',
    'visit_corrections',
  ],
  season: ['ceiling_told', 'season_ignored', 'season_told'],
  sectors: ['sector_sites', 'sectors'],
  services: ['services'],
  sites: ['area_services', 'areas', 'sites'],
  templates: ['contract_templates', 'template_instalments', 'template_services'],
  weather: ['weather_hours'],
}

/** The demo fills every table, as a command does; tests arrange what they need. */
const mayWriteAnything = /^server\/src\/(demo|testing|tests)\/|\.test\.ts$/

const ownerOf = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)))

const statements = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/g
/** Functions that write the table they are given: of engine/db, service-lines.ts (trims a list of lines) and looks.ts. */
const writers = /\b(?:insert|insertAll|insertMany|putAll|change|updateMany|keepOnly|enqueueLooks)\(\s*[\w.]+,\s*'(\w+)'/g

/** Tables that a function writes by name: `db.gen.ts` says what may be written to each of their columns. */
export function typedTables(): string[] {
  const texts = filesUnder('server/src').flatMap((file) => (file.endsWith('.ts') ? readFileSync(file, 'utf8') : []))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(writers)].map(([, table = '']) => table)))].toSorted()
}

/** The writes in a file to tables of another owner, as `updates accounts of identity`. */
export function strayWrites(file: string, source: string): string[] {
  const folder = /^server\/src\/([^/]+)\//.exec(file)?.[1]
  if (mayWriteAnything.test(file)) return []
  const text = file.endsWith('.sql') ? source.replace(/--.*$/gm, '') : withoutComments(source)
  const written = [...text.matchAll(statements), ...text.matchAll(writers)].map(([, table = '']) => table)
  return [...new Set(written)].flatMap((table) => {
    const owner = ownerOf.get(table)
    return owner === undefined || owner === folder ? [] : `writes ${table} of ${owner}`
  })
}

/** A table named at run time hides its writer. `backup.ts` restores every table; the others write tables of their own. */
export const hidesTable = /\b(?:insert\s+into|update|delete\s+from)\s+\$\{/
export const mayHideTable = /^server\/src\/(engine\/db\/|templates\/service-lines\.ts$|accounts\/scopes\.ts$|upkeep\/backup\.ts$)/
