/** The parts of the product that a company switches on one by one. */
export const modules = ['alerts', 'contracts', 'geolocation', 'quotes'] as const
export type Module = (typeof modules)[number]
