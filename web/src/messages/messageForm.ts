import { type Message, messageErrors, modelRequired, modelsFor } from '@bordee/core/messages/message.ts'
import * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

/** System: a model's texts. Manual: the company's own. */
export const messageSchema = z
  .object({
    mode: z.enum(['system', 'manual']),
    model: z.string().nullable(),
    short: z.string().trim(),
    long: z.string().trim(),
    isActive: z.boolean(),
  })
  .superRefine(({ mode, model, short, long }, issues) => {
    const errors = mode === 'system' ? { model: model ? '' : modelRequired } : { ...messageErrors({ short, long, model: null }), model: '' }
    for (const [path, message] of Object.entries(errors)) if (message) issues.addIssue({ code: 'custom', path: [path], message })
  })
export type MessageValues = z.output<typeof messageSchema>

export const emptyMessage = emptyValues(messageSchema, { mode: 'system', isActive: true })

export const valuesOf = (message: Message): MessageValues =>
  valuesFrom(messageSchema, message, { mode: message.model ? 'system' : 'manual' })

export const asInput = ({ mode, model, ...message }: MessageValues) => ({ ...message, model: mode === 'system' ? model : null })

/** The model's texts as they would be sent in this company's name. */
export const textsOfModel = (id: string | null, companyName: string) => modelsFor(companyName).find((model) => model.id === id)

/** True if the user wrote nothing: the texts are empty, or match a model. */
export const isOfModel = ({ short, long }: Pick<MessageValues, 'short' | 'long'>, companyName: string) =>
  (!short && !long) || modelsFor(companyName).some((model) => model.short === short && model.long === long)
