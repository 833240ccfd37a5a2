import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { trySubmit, useForm } from './Form.tsx'
import { touched } from './touched.ts'
import { useLeavePrompt } from './useLeavePrompt.tsx'

interface Editing<Entity, Input, Output, Sent> {
  /** What the form holds of it. */
  valuesOf: (entity: Entity) => Input
  /** As the call takes it. */
  asInput: (values: Output) => Sent
  /** Sends what was touched (`whole` for what is not stored yet), and answers what is stored from then on; undefined when one gave up. */
  save: (changes: Partial<Sent>, whole: Sent) => Promise<Entity | undefined>
  /** Fields that travel together, besides an address. */
  together?: readonly (readonly string[])[]
}

interface Edited<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  onSubmit: (values: Output) => Promise<void>
  /** Asks before changes are lost. Render it. */
  prompt: ReactNode
}

/**
 * A form over something that is stored. Two people may have it open: only what was touched is sent, what someone else saved meanwhile is
 * shown in the fields that nobody touched, and neither undoes the other.
 */
export function useEditing<Entity, Input extends FieldValues, Output, Sent extends object>(
  schema: z.ZodType<Output, Input>,
  entity: Entity,
  { valuesOf, asInput, save, together }: Editing<Entity, Input, Output, Sent>,
): Edited<Input, Output> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is read does not change with the render
  const values = useMemo(() => valuesOf(entity), [entity])
  const form = useForm(schema, { values })
  const { defaultValues } = form.formState

  async function send(whole: Output) {
    // What is stored has been through the schema already.
    const before = asInput(defaultValues as Output)
    const sent = asInput(whole)
    const stored = await save(touched(before, sent, together), sent)
    if (stored !== undefined) form.reset(valuesOf(stored))
  }

  const prompt = useLeavePrompt(form, () => trySubmit(form, send))
  // A refusal is told by the action, and on the fields.
  return { form, prompt, onSubmit: (whole) => send(whole).catch(() => undefined) }
}
