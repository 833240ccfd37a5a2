import { Group, MultiSelect, Radio, Select, SimpleGrid, TagsInput } from '@mantine/core'
import { useUnread } from '../useUnread.ts'
import classes from './choices.module.css'
import { useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

/** Values and labels in their order: `{resident: 'Résidentiel'}`, or a list if some are disabled. */
export type Choices = Record<string, string> | { value: string; label: string; disabled?: boolean }[]

function toData(choices: Choices | undefined): { value: string; label: string; disabled?: boolean }[] {
  return Array.isArray(choices) ? choices : Object.entries(choices ?? {}).map(([value, label]) => ({ value, label }))
}

/** A short list of words that the user types. */
export function WordsField({ name, ...props }: FieldProps) {
  const { value, ...field } = useField(name)
  return <TagsInput splitChars={[',', ';']} acceptValueOnBlur clearable {...props} {...field} value={value ?? []} />
}

/** How many options are rendered: a list of thousands is searched, not scrolled. */
const mostShown = 100

export function SelectField({
  name,
  choices,
  clearable = false,
  searchable,
  ...props
}: FieldProps & { choices: Choices | undefined; clearable?: boolean; searchable?: boolean }) {
  const { value, onChange, ...field } = useField(name)
  const unread = useUnread(choices)
  const data = toData(choices)
  return (
    <Select
      data={data}
      searchable={searchable ?? data.length > 8}
      limit={mostShown}
      clearable={clearable}
      allowDeselect={clearable}
      nothingFoundMessage="Aucun résultat"
      {...props}
      {...unread}
      {...field}
      value={value ?? null}
      onChange={(next) => onChange(next)}
    />
  )
}

export function MultiSelectField({ name, choices, ...props }: FieldProps & { choices: Choices | undefined }) {
  const unread = useUnread(choices)
  const { value, ...field } = useField(name)
  const chosen: string[] = value ?? []
  const known = toData(choices)
  // Without a label Mantine would show the raw id while the choices are loading.
  const unknown = chosen.filter((one) => !known.some(({ value }) => value === one)).map((one) => ({ value: one, label: '…' }))
  return (
    <MultiSelect
      data={[...known, ...unknown]}
      searchable
      clearable
      limit={mostShown}
      nothingFoundMessage="Aucun résultat"
      {...props}
      {...unread}
      {...field}
      value={chosen}
    />
  )
}

/** Large cards to choose one from: for thumbs, when the choices are few and short. */
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
