import { type ReactNode, useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { trySubmit, useForm } from './Form.tsx'
import { mergeable, type Removed, touched } from './touched.ts'
import { useLeavePrompt } from './useLeavePrompt.tsx'

interface Editing<Entity, Input, Output, Sent, List extends string> {
  /** The form's values for an entity. */
  valuesOf: (entity: Entity) => Input
  /** The form's values as the call takes them, if not as they are. */
  asInput?: (values: Output) => Sent
  /**
   * Sends the changed fields (`whole` for an entity not stored yet). Returns the stored entity, or undefined when the
   * user cancelled.
   */
  save: (changes: Partial<Sent> & Removed<Sent, List>, whole: Sent) => Promise<Entity | undefined>
  /** Fields that are sent together, besides an address. */
  together?: readonly (readonly string[])[]
  /** Lists that the call merges: only the user's own changes are sent. Others are sent whole. */
  merged?: readonly (List & keyof Sent)[]
}

interface Edited<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  onSubmit: (values: Output) => Promise<void>
  /** Asks before unsaved changes are lost. Must be rendered. */
  prompt: ReactNode
}

/**
 * A form to edit a stored entity that two people may have open. It sends only the changed fields and updates the
 * untouched ones with what others have saved, so neither undoes the other's work.
 */
export function useEditing<Entity, Input extends FieldValues, Output, Sent extends object = Output & object, List extends string = never>(
  schema: z.ZodType<Output, Input>,
  entity: Entity,
  { valuesOf, asInput = asTheyAre, save, together, merged = [] }: Editing<Entity, Input, Output, Sent, List>,
): Edited<Input, Output> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `valuesOf` does the same at every render
  const values = useMemo(() => valuesOf(entity), [entity])
  const form = useForm(schema, { values })
  const { defaultValues } = form.formState

  async function send(whole: Output) {
    // Stored values have already been through the schema.
    const before = asInput(defaultValues as Output)
    const sent = asInput(whole)
    const stored = await save(mergeable<Sent, List>(touched(before, sent, together), before, merged), sent)
    if (stored !== undefined) form.reset(valuesOf(stored))
  }

  const prompt = useLeavePrompt(form, () => trySubmit(form, send))
  // The action and the fields show a refusal.
  return { form, prompt, onSubmit: (whole) => send(whole).catch(() => undefined) }
}

const asTheyAre = <Output, Sent>(values: Output) => values as unknown as Sent
