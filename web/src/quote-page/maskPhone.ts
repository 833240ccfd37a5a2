import { dropCountryCode } from '@bordee/core/phone.ts'

/** « (418) 555-0142 », as far as it is typed. Punctuation comes with the next digit, so backspace isn't stuck. */
export function maskPhone(typed: string): string {
  const digits = dropCountryCode(typed)
  const [area, middle, end] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return [area && `(${area}`, middle && `) ${middle}`, end && `-${end}`].join('')
}
