import { fold } from '../text.ts'
import { wallClock } from '../time.ts'

/** « deneigement-boreal-inc-2026-11-15.xlsx » */
export const exportFileName = (companyName: string, now: Date, zone: string) =>
  `${fold(companyName, { punctuation: 'drop' }).replaceAll(' ', '-') || 'compagnie'}-${wallClock(now, zone).date}.xlsx`
