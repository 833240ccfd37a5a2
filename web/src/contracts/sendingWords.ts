import type { Sending } from '@bordee/core/contracts/contract.ts'
import { count, formatNumber } from '@bordee/core/text.ts'

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
