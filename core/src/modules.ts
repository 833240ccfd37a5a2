/** The parts of the product that a company can switch on. */
export const modules = ['alerts', 'contracts', 'geolocation', 'quotes'] as const
export type Module = (typeof modules)[number]

export const moduleNames: Record<Module, string> = {
  alerts: 'Alertes',
  contracts: 'Contrats',
  geolocation: 'Flotte',
  quotes: 'Soumissions',
}
