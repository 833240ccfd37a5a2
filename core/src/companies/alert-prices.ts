// What one alert, a text or a call, costs a company once its bank is empty: a price list (docs/decisions/0011).
import { type Cents, formatMoney } from '../money.ts'

export const alertPrices = {
  standard: 10,
  preferred: 8,
  volume: 6,
  free: 0,
} as const satisfies Record<string, Cents>

export type AlertPriceId = keyof typeof alertPrices
/** In display order. */
export const alertPriceIds = Object.keys(alertPrices) as [AlertPriceId, ...AlertPriceId[]]
export const defaultAlertPrice: AlertPriceId = 'standard'

/** By id, in display order: « 0,10 $ par alerte ». */
export const alertPriceNames = Object.fromEntries(
  Object.entries(alertPrices).map(([id, cents]) => [id, cents ? `${formatMoney(cents)} par alerte` : 'Sans frais']),
) as Record<AlertPriceId, string>

/** Cents per alert; the default price for a company that has none. */
export const alertPriceOf = ({ alertPriceId }: { alertPriceId?: string | null | undefined }): Cents =>
  alertPrices[alertPriceId && Object.hasOwn(alertPrices, alertPriceId) ? (alertPriceId as AlertPriceId) : defaultAlertPrice]
