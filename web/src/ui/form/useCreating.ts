import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { trySubmit, useForm } from './Form.tsx'
import { useLeavePrompt } from './useLeavePrompt.tsx'

interface Creating<Output, Made> {
  save: (values: Output) => Promise<Made>
  /** Where to go once it is saved, with `ignoreBlocker: true`. */
  leave: (made: Made) => unknown
}

/** A form to create an entity. The returned prompt asks before what was typed is lost; it must be rendered. */
export function useCreating<Input extends FieldValues, Output, Made>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  { save, leave }: Creating<Output, Made>,
) {
  const form = useForm(schema, { defaultValues })
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  // The action and the fields show a refusal.
  return { form, prompt, onSubmit: (values: Output) => save(values).then(leave, () => undefined) }
}
