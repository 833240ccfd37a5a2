// Turns provinces and countries as people write them into two letters.
import { provinceNames } from '../provinces.ts'
import { fold } from '../text.ts'
import { type Answer, quoted } from './found.ts'

const plain = (text: string) => fold(text, { punctuation: 'drop' }).replace(/ /g, '')

const otherNames: Record<string, string> = {
  pq: 'QC',
  que: 'QC',
  provincedequebec: 'QC',
  ont: 'ON',
  alb: 'AB',
  alta: 'AB',
  britishcolumbia: 'BC',
  cb: 'BC',
  princeedwardisland: 'PE',
  ipe: 'PE',
  ileduprinceedouard: 'PE',
  man: 'MB',
  newbrunswick: 'NB',
  novascotia: 'NS',
  ne: 'NS',
  newfoundland: 'NL',
  newfoundlandandlabrador: 'NL',
  terreneuve: 'NL',
  tnl: 'NL',
  northwestterritories: 'NT',
  tno: 'NT',
  sask: 'SK',
  yn: 'YT',
}

const provinces = new Map([
  ...Object.entries(otherNames),
  ...Object.entries(provinceNames).flatMap(([code, name]) => [[plain(code), code] as const, [plain(name), code] as const]),
])

/** The two letters of a Canadian province, however it is written. */
export const provinceOf = (text: string): string | undefined => provinces.get(plain(text))

/** An American state in two letters is kept as it is. */
export function readProvince(text: string): Answer<string> {
  const value = provinceOf(text) ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined)
  return value ? { value } : { problem: `${quoted(text)} n’est pas une province\u00a0: écrivez «\u00a0QC\u00a0» ou «\u00a0Québec\u00a0».` }
}

const countries: Record<string, string> = {
  canada: 'CA',
  can: 'CA',
  etatsunis: 'US',
  etatsunisdamerique: 'US',
  usa: 'US',
  unitedstates: 'US',
  france: 'FR',
}

export const countryOf = (text: string): string | undefined => countries[plain(text)]

export function readCountry(text: string): Answer<string> {
  const value = countryOf(text) ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined)
  return value ? { value } : { problem: `${quoted(text)} n’est pas un pays\u00a0: écrivez «\u00a0CA\u00a0» ou «\u00a0Canada\u00a0».` }
}
