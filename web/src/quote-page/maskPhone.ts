import { dropCountryCode } from '@bordee/core/phone.ts'

/** « (418) 555-0142 », as far as it is typed. What stands between digits comes with the next one: erasing never stops at it. */
export function maskPhone(typed: string): string {
  const digits = dropCountryCode(typed)
  const [area, middle, end] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return [area && `(${area}`, middle && `) ${middle}`, end && `-${end}`].join('')
}
