// What one alert, a text or a call, costs a company once its bank is empty. A list of the platform: see docs/decisions/0011.
import { type Cents, formatMoney } from '../money.ts'

export const alertPrices = {
  standard: 10,
  preferred: 8,
  volume: 6,
  free: 0,
} as const satisfies Record<string, Cents>

export type AlertPriceId = keyof typeof alertPrices
/** In the order they are offered. */
export const alertPriceIds = Object.keys(alertPrices) as [AlertPriceId, ...AlertPriceId[]]
export const defaultAlertPrice: AlertPriceId = 'standard'

/** By id, in the order they are offered: « 0,10 $ par alerte ». */
export const alertPriceNames = Object.fromEntries(
  Object.entries(alertPrices).map(([id, cents]) => [id, cents ? `${formatMoney(cents)} par alerte` : 'Sans frais']),
) as Record<AlertPriceId, string>

/** Cents per alert: a company without a price of its own has the default one. */
export const alertPriceOf = ({ alertPriceId }: { alertPriceId?: string | null | undefined }): Cents =>
  alertPrices[alertPriceId && Object.hasOwn(alertPrices, alertPriceId) ? (alertPriceId as AlertPriceId) : defaultAlertPrice]
