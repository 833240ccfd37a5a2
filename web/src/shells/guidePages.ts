// The page of the user guide (docs/guide) that each screen's « ? » opens.

/** By the start of the screen's path under /dashboard; the longest start counts. */
export const guidePages: Record<string, string> = {
  accounts: 'comptes',
  alerts: 'alertes',
  'alerts/alerts': 'secteurs',
  'alerts/alerts-list': 'secteurs',
  'alerts/messages': 'secteurs',
  'alerts/replies': 'reponses',
  'alerts/sectors': 'secteurs',
  bulletin: 'bulletin',
  claims: 'reclamations',
  'client-folders': 'clients',
  'client-folders/occupants': 'occupants',
  'client-folders/without-condition': 'photos',
  company: 'compagnie',
  'company/billing': 'factures',
  'company/import': 'listes',
  'company/payment-account': 'paiement-en-ligne',
  'contract-templates': 'modeles',
  contracts: 'contrats',
  'contracts/cheques': 'cheques',
  'contracts/payments': 'paiements',
  'erasure-requests': 'espace-client',
  geolocation: 'flotte',
  home: 'premiere-nuit',
  'geolocation/devices': 'appareils',
  'geolocation/routes': 'trajets',
  hours: 'heures',
  'import-request': 'listes',
  invoicing: 'facturation',
  occupants: 'occupants',
  operations: 'operations',
  profile: 'connexion',
  quotes: 'soumissions',
  season: 'bilan',
  'season/snow': 'centimetres',
  services: 'modeles',
  settings: 'compagnie',
  'settings/lightbug': 'appareils',
  'trial-night': 'premiere-nuit',
}

/** Undefined for the platform's screens, which the guide doesn't describe: « ? » opens its first page. */
export function guidePageOf(path: string): string | undefined {
  const parts = path.replace(/^\/dashboard\//, '').split('/')
  const starts = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'))
  return guidePages[starts.find((start) => start in guidePages) ?? '']
}
