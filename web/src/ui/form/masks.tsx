import { dropCountryCode } from '@bordee/core/phone.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { NumberFormatBase, usePatternFormat } from 'react-number-format'
import { useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

/** Holds ten digits, shows (418) 555-1234. Drops « +1 », whether typed, pasted or autofilled. */
export function PhoneField(props: FieldProps) {
  return (
    <Masked
      {...props}
      format="(###) ###-####"
      clean={dropCountryCode}
      type="tel"
      autoComplete="tel-national"
      placeholder={props.placeholder ?? '(418) 555-1234'}
    />
  )
}

const taxFormats = {
  tvq: { format: '##########TQ####', placeholder: '0000000000TQ0000' },
  tps: { format: '#########RT####', placeholder: '000000000RT0000' },
}

/** A Québec (TVQ) or federal (TPS, TVH) registration number, held with its letters. */
export function TaxField({ kind, ...props }: FieldProps & { kind: keyof typeof taxFormats }) {
  const { format, placeholder } = taxFormats[kind]
  return (
    <Masked
      {...props}
      format={format}
      hold="formatted"
      placeholder={placeholder}
      description={props.description ?? `Format\u00a0: ${placeholder}`}
    />
  )
}

/** Sixteen digits, shown in groups of four. */
export function CardNumberField(props: FieldProps) {
  return <Masked {...props} format="#### #### #### ####" autoComplete="cc-number" placeholder="0000 0000 0000 0000" />
}

/** Month and year, held and shown as MM/AA. */
export function ExpiryField(props: FieldProps) {
  return <Masked {...props} format="##/##" hold="formatted" autoComplete="cc-exp" placeholder="MM/AA" clean={twoDigitYear} />
}

/** Three digits; some cards have four. */
export function CvcField({ digits = 3, ...props }: FieldProps & { digits?: 3 | 4 }) {
  return <Masked {...props} format={'#'.repeat(digits)} autoComplete="cc-csc" placeholder={'0'.repeat(digits)} />
}

interface MaskedProps extends FieldProps {
  format: string
  /** What the form holds: the digits alone, or the text as shown. */
  hold?: 'digits' | 'formatted'
  /** Extracts the digits from what was typed, pasted or autofilled. */
  clean?: (text: string) => string
  type?: 'text' | 'tel'
  autoComplete?: string
}

function Masked({ name, format, hold = 'digits', clean = (text) => text.replace(/\D/g, ''), type = 'text', ...props }: MaskedProps) {
  const { value, onChange, ref, ...field } = useField(name)
  const room = format.replace(/[^#]/g, '').length
  const shape = (digits: string) => (hold === 'digits' ? digits : fill(format, digits))

  // A whole number pasted over part of another replaces all of it.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = clean(event.clipboardData.getData('text'))
    const { selectionStart, selectionEnd, value: shown } = event.currentTarget
    const replacesAll = !shown || (selectionStart === 0 && selectionEnd === shown.length)
    if (!replacesAll && digits.length < room) return
    event.preventDefault()
    onChange(shape(digits.slice(0, room)))
  }

  const pattern = usePatternFormat<TextInputProps>({ format, value: value ?? '', valueIsNumericString: hold === 'digits' })
  return (
    <NumberFormatBase
      {...props}
      {...field}
      {...pattern}
      customInput={TextInput}
      type={type}
      getInputRef={ref}
      // The pattern's default would keep the first digits of « +1 418… », with the country code, and lose the last.
      removeFormatting={clean}
      onValueChange={({ value: digits }, { source }) => {
        if (source === 'event') onChange(shape(digits))
      }}
      onPaste={paste}
    />
  )
}

/** 12345 in ##/## → 12/34; stops when the digits run out. */
function fill(format: string, digits: string): string {
  let at = 0
  let text = ''
  for (const char of format) {
    if (at >= digits.length) break
    text += char === '#' ? digits[at++] : char
  }
  return text
}

/** « 12/2027 » → 1227. */
function twoDigitYear(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits
}
