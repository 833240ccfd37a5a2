import { type Cents, toCents } from '@bordee/core/money.ts'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { type FieldName, useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

export interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  /** Number of decimals; none by default. */
  decimals?: number
  suffix?: string
  /** Adds + and − buttons, for small whole numbers. */
  stepper?: boolean
}

/** A number, or null when empty. Clamped to min and max on blur. */
export function NumberField({ name, decimals = 0, stepper = false, suffix, ...props }: NumberFieldProps) {
  const number = useNumber(name, { toForm: (typed) => typed, toScreen: (held) => held })
  return (
    <NumberInput
      inputMode={decimals ? 'decimal' : 'numeric'}
      decimalScale={decimals}
      hideControls={!stepper}
      suffix={suffix ? `\u00a0${suffix}` : undefined}
      {...props}
      {...number}
    />
  )
}

/** Shows minutes, holds seconds. */
export function MinutesField({ name, min, max, ...props }: FieldProps & { min: number; max: number }) {
  const minutes = useNumber(name, { toForm: (typed) => Math.round(typed * 60), toScreen: (seconds) => seconds / 60 })
  return (
    <NumberInput
      inputMode="decimal"
      decimalScale={2}
      hideControls
      suffix={'\u00a0min'}
      min={min / 60}
      max={max / 60}
      {...props}
      {...minutes}
    />
  )
}

/** Shows dollars, holds cents. */
export function MoneyField({ name, min, max, ...props }: FieldProps & { min?: Cents; max?: Cents }) {
  const dollars = useNumber(name, { toForm: toCents, toScreen: (cents) => cents / 100 })
  return (
    <NumberInput
      inputMode="decimal"
      decimalScale={2}
      fixedDecimalScale
      suffix={'\u00a0$'}
      min={min === undefined ? undefined : min / 100}
      max={max === undefined ? undefined : max / 100}
      {...props}
      {...dollars}
    />
  )
}

export function PercentField(props: Omit<NumberFieldProps, 'suffix'>) {
  return <NumberField min={0} max={100} decimals={3} {...props} suffix="%" />
}

/** Keeps the text as typed (« 12, » on the way to « 12,50 ») as long as it stands for the form's value. */
function useNumber(name: FieldName, { toForm, toScreen }: { toForm: (typed: number) => number; toScreen: (held: number) => number }) {
  const { value, onChange, ...field } = useField(name)
  const [draft, setDraft] = useState<string | number>('')
  const meant = (typed: string | number) => (typed === '' || Number.isNaN(Number(typed)) ? null : toForm(Number(typed)))
  const held: number | null = typeof value === 'number' ? value : null
  return {
    ...field,
    value: meant(draft) === held ? draft : held === null ? '' : toScreen(held),
    onChange: (typed: string | number) => {
      setDraft(typed)
      onChange(meant(typed))
    },
  }
}
