/** The ten digits of a North American number, or undefined: « +1 (418) 555-1234 », « 418.555.1234 » → 4185551234. */
export function parsePhone(text: string): string | undefined {
  const digits = dropCountryCode(text)
  return digits.length === 10 ? digits : undefined
}

/** What an input mask may hold: digits only, without the country's 1 (no area code begins with 1), ten at most. */
export function dropCountryCode(text: string): string {
  return text.replace(/\D/g, '').replace(/^1/, '').slice(0, 10)
}

/** 4185551234 → « (418) 555-1234 ». Anything but ten digits is shown as it is, so that old data stays readable. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return ''
  const digits = parsePhone(phone)
  return digits ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : phone
}

/** 4185551234 → « 4 1 8, 5 5 5, 1 2 3 4 », which a synthetic voice reads digit by digit; empty for anything but ten digits. */
export function spokenPhone(phone: string): string {
  const digits = parsePhone(phone)
  return digits ? [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].map((group) => group.replace(/\B/g, ' ')).join(', ') : ''
}
