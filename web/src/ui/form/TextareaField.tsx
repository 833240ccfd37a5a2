import { formatNumber } from '@bordee/core/text.ts'
import { Text, Textarea } from '@mantine/core'
import { type TextFieldProps, useText } from './fields.tsx'

/**
 * With `limit`, shows a counter « 12/160 caractères ». The schema refuses a longer text, but typing it is allowed, so
 * that nothing pasted is cut off.
 */
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
