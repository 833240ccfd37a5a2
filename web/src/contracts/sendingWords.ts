import type { Sending } from '@bordee/core/contracts/contract.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import type { IsoDate } from '@bordee/core/time.ts'

/** In milliseconds. Older sendings show only in each contract's history. */
const day = 86_400_000

/** A sending's status text; undefined when there is nothing left to report. */
export function sendingWords({ createdAt, total, sent, refused }: Sending, now: Date): { text: string; isUnderWay: boolean } | undefined {
  const isUnderWay = sent + refused.length < total
  const isOld = now.getTime() - Date.parse(createdAt) > day
  if (isOld || (!isUnderWay && refused.length === 0)) return undefined
  const gone = isUnderWay
    ? `Envoi en cours\u00a0: ${count(sent, 'courriel')} sur ${formatNumber(total)}`
    : `${count(sent, 'courriel')} ${sent > 1 ? 'partis' : 'parti'}`
  const back = refused.length > 0 ? `, ${count(refused.length, 'refusé')}` : ''
  return { text: `${gone}${back}${isUnderWay ? '…' : '.'}`, isUnderWay }
}

export interface Sendable {
  id: string
  firstPaymentDate: IsoDate | null
}

/** A template kept from last season has last season's dates. */
export function pastDates(contracts: readonly Sendable[], today: IsoDate): string[] {
  const n = contracts.filter(({ firstPaymentDate }) => firstPaymentDate !== null && firstPaymentDate < today).length
  if (n === 0) return []
  const which = n === contracts.length ? (n === 1 ? 'ce contrat a' : 'ces contrats ont') : `${count(n, 'contrat')} ${n > 1 ? 'ont' : 'a'}`
  return [`Attention\u00a0: ${which} un versement dont la date est passée. Le client aura sept jours après sa signature pour le payer.`]
}
