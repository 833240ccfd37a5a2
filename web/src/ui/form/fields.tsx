// One line per field in a screen: name and label. Value, error and focus come from the form around.
import { type Cents, toCents } from '@bordee/core/money.ts'
import { formatNumber } from '@bordee/core/text.ts'
import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  SimpleGrid,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useField } from './Form.tsx'
import classes from './fields.module.css'

export interface FieldProps {
  /** Dotted path in the form: `email`, `occupants.0.phone`. */
  name: string
  label: ReactNode
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
}

export interface TextFieldProps extends FieldProps {
  autoComplete?: string
  maxLength?: number
  /** An empty field is null in the form, for columns that may be null. */
  nullable?: boolean
}

export function TextField({ name, nullable, ...props }: TextFieldProps) {
  return <TextInput {...props} {...useText(name, nullable)} />
}

export function EmailField({ name, nullable, ...props }: TextFieldProps) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      {...useText(name, nullable)}
    />
  )
}

/** `fresh` when a password is being chosen: the browser then proposes one instead of filling the old. */
export function PasswordField({ name, fresh = false, ...props }: FieldProps & { fresh?: boolean }) {
  return <PasswordInput autoComplete={fresh ? 'new-password' : 'current-password'} {...props} {...useText(name)} />
}

/** With `limit`, a counter « 12/160 caractères »; typing past it is allowed and refused by the schema, so that nothing pasted is cut. */
export function TextareaField({ name, nullable, limit, minRows = 3, ...props }: TextFieldProps & { limit?: number; minRows?: number }) {
  const field = useText(name, nullable)
  const over = limit !== undefined && field.value.length > limit
  return (
    <div>
      <Textarea autosize minRows={minRows} maxRows={14} {...props} {...field} />
      {limit !== undefined && (
        <Text
          size="xs"
          ta="right"
          mt={4}
          c={over ? 'var(--mantine-color-error)' : 'dimmed'}
          fw={over ? 600 : undefined}
          className="bordee-figures"
        >
          {formatNumber(field.value.length)}/{formatNumber(limit)} caractères
        </Text>
      )}
    </div>
  )
}

export interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  /** Decimals kept; none by default. */
  decimals?: number
  suffix?: string
  /** Buttons to count up and down, for small whole numbers. */
  stepper?: boolean
}

/** A number, or null when empty. Clamped to min and max when left (spec 3 §5). */
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

/** Values and their words, in the order they are offered; `{resident: 'Résidentiel'}` or a list when some are disabled. */
export type Choices = Record<string, string> | { value: string; label: string; disabled?: boolean }[]

function toData(choices: Choices): { value: string; label: string; disabled?: boolean }[] {
  return Array.isArray(choices) ? choices : Object.entries(choices).map(([value, label]) => ({ value, label }))
}

/** A list of thousands is searched, not scrolled: more than these are not drawn. */
const mostShown = 100

export function SelectField({
  name,
  choices,
  clearable = false,
  searchable,
  ...props
}: FieldProps & { choices: Choices; clearable?: boolean; searchable?: boolean }) {
  const { value, onChange, ...field } = useField(name)
  const data = toData(choices)
  return (
    <Select
      data={data}
      searchable={searchable ?? data.length > 8}
      limit={mostShown}
      clearable={clearable}
      allowDeselect={clearable}
      {...props}
      {...field}
      value={value ?? null}
      onChange={(next) => onChange(next)}
    />
  )
}

export function MultiSelectField({ name, choices, ...props }: FieldProps & { choices: Choices }) {
  const { value, ...field } = useField(name)
  return <MultiSelect data={toData(choices)} searchable clearable limit={mostShown} {...props} {...field} value={value ?? []} />
}

/** A few large cards, one chosen: for thumbs, when the choices are few and short. */
export function ChoiceField({
  name,
  choices,
  columns = 2,
  label,
  description,
  required,
}: FieldProps & { choices: Choices; columns?: number }) {
  const { value, onChange, error, ref, onBlur } = useField(name)
  return (
    <Radio.Group
      label={label}
      description={description}
      required={required}
      error={error}
      value={value ?? ''}
      onChange={onChange}
      onBlur={onBlur}
    >
      <SimpleGrid cols={{ base: Math.min(columns, 2), sm: columns }} mt={6} spacing="xs">
        {toData(choices).map((choice, i) => (
          <Radio.Card
            key={choice.value}
            ref={i === 0 ? ref : undefined}
            value={choice.value}
            disabled={choice.disabled}
            className={classes.choice}
            aria-invalid={i === 0 && error ? true : undefined}
          >
            <Group wrap="nowrap" gap="sm">
              <Radio.Indicator />
              {choice.label}
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

export function SwitchField({ name, ...props }: Omit<FieldProps, 'placeholder'>) {
  const { value, onChange, ...field } = useField(name)
  return <Switch {...props} {...field} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}

export function CheckboxField({ name, ...props }: Omit<FieldProps, 'placeholder'>) {
  const { value, onChange, ...field } = useField(name)
  return <Checkbox {...props} {...field} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}

function useText(name: string, nullable = false) {
  const { value, onChange, ...field } = useField(name)
  return {
    ...field,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(nullable && !event.currentTarget.value ? null : event.currentTarget.value),
  }
}

/** What was typed is kept as typed (« 12, » on its way to « 12,50 ») as long as it means the value of the form. */
function useNumber(name: string, { toForm, toScreen }: { toForm: (typed: number) => number; toScreen: (held: number) => number }) {
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
