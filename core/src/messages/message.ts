// Messages to occupants (docs/product/messages.md). A message uses a model of the platform, or has its own texts.
import * as z from 'zod'
import { halfCharacter, id, isWellFormed, named, onOneLine } from '../wire.ts'
import { withName } from './company-name.ts'
import { knownVariables, lengthRefusal, longestUsual, unknownVariable } from './variables.ts'

export const model = named('MessageModel', z.object({ id, short: z.string(), long: z.string() }))
export type Model = z.infer<typeof model>

const modelId = (n: number) => `0197a000-0000-7000-9000-${String(n).padStart(12, '0')}`

/** The text after the company's name. */
const texts = [
  { short: 'Passage imminent', long: 'la déneigeuse passera chez vous sous peu. Merci de déplacer votre véhicule.' },
  { short: 'Passage cette nuit', long: 'nous passerons cette nuit. Merci de déplacer votre véhicule avant 23 h.' },
  { short: 'Passage demain matin', long: 'nous passerons demain à partir de 6 h. Merci de libérer le stationnement.' },
  { short: 'Accumulation annoncée', long: 'une accumulation de neige est annoncée. Nous vous aviserons avant notre passage.' },
  {
    short: 'Transport de neige',
    long: "nous ramasserons la neige aujourd'hui. Merci de déplacer votre véhicule pour la durée des travaux.",
  },
  { short: 'Déneigement terminé', long: 'le déneigement est terminé. Vous pouvez reprendre votre stationnement. Merci!' },
]

/** The platform's models, each one SMS that names the company, however long its name. */
export const modelsFor = (companyName: string): Model[] =>
  texts.map(({ short, long }, i) => ({ id: modelId(i + 1), short, long: withName(companyName, long) }))

const isModel = (chosen: string) => texts.some((_, i) => modelId(i + 1) === chosen)

export const message = named('Message', z.object({ id, short: z.string(), long: z.string(), model: id.nullable(), isActive: z.boolean() }))
export type Message = z.infer<typeof message>

const shortLimit = 50
const shortRequired = 'L’identifiant interne est requis.'
const longRequired = 'Le message envoyé au client est requis.'
export const modelRequired = 'Le modèle est requis.'

const optional = (string: z.ZodString) =>
  string
    .refine(isWellFormed, halfCharacter)
    .nullish()
    .transform((value) => value ?? '')

/** The fields as written, before they are checked as a whole. */
const messageFields = z.object({
  short: optional(z.string().overwrite(onOneLine)),
  long: optional(z.string().trim()),
  model: id.nullish().transform((value) => value ?? null),
  isActive: z.boolean().default(true),
})
export type MessageFields = z.output<typeof messageFields>

/** With a model, the model's texts are used; without one, both are required and the long one must fit one SMS. */
export function messageErrors({ short, long, model: chosen }: Pick<MessageFields, 'short' | 'long' | 'model'>): Record<string, string> {
  if (chosen) return isModel(chosen) ? {} : { model: 'Ce modèle n’existe pas.' }
  const errors: Record<string, string> = {}
  if (!short) errors.short = shortRequired
  else if (short.length > shortLimit) errors.short = 'L’identifiant interne doit faire moins de 50 caractères'
  const refusal = long ? textRefusal(long) : longRequired
  if (refusal) errors.long = refusal
  if (!short || !long) errors.model = modelRequired
  return errors
}

function textRefusal(long: string): string | undefined {
  const unknown = unknownVariable(long)
  return unknown ? `${unknown} n’est pas une variable\u00a0: ${knownVariables}.` : lengthRefusal(long, longestUsual(long))
}

export const newMessageFields = messageFields.superRefine((fields, issues) => {
  for (const [field, text] of Object.entries(messageErrors(fields))) issues.addIssue({ code: 'custom', path: [field], message: text })
})

/** A merge: missing keys stay. The handler checks the result, since it knows the other fields. */
export const messageChanges = z.object({
  short: z.string().overwrite(onOneLine).refine(isWellFormed, halfCharacter).nullish(),
  long: z.string().trim().refine(isWellFormed, halfCharacter).nullish(),
  model: id.nullish(),
  isActive: z.boolean().optional(),
})

export function textsOf(fields: Pick<MessageFields, 'short' | 'long' | 'model'>, companyName: string) {
  const { short, long } = modelsFor(companyName).find(({ id: known }) => known === fields.model) ?? fields
  return { short, long }
}
