// A service that a company sells: areas receive it, routes deliver it.
import * as z from 'zod'
import { type ServiceColor, serviceColorNames } from '../colors.ts'
import { id, named, optionalLines, text } from '../wire.ts'

export const colorOf = z.enum(serviceColorNames as [ServiceColor, ...ServiceColor[]], 'Choisissez une couleur de la palette.')

/** Hundredths of a percent: 250 is 2,5 %. Fractions are rounded. */
const augmentation = z
  .number('Veuillez entrer un pourcentage.')
  .transform(Math.round)
  .pipe(z.number().min(-10_000, 'L’augmentation doit être d’au moins -100 %.').max(100_000, 'L’augmentation doit être d’au plus 1000 %.'))

export const serviceFields = z.object({
  name: text(100),
  description: optionalLines(255),
  color: colorOf,
  defaultAnnualAugmentation: augmentation,
  isDefault: z.boolean(),
})

export const newServiceFields = serviceFields.extend({
  description: serviceFields.shape.description.default(null),
  color: colorOf.default('red'),
  defaultAnnualAugmentation: augmentation.default(0),
  isDefault: z.boolean().default(false),
})

export const service = named(
  'Service',
  z.object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    color: colorOf,
    defaultAnnualAugmentation: z.int(),
    isDefault: z.boolean(),
  }),
)
export type Service = z.infer<typeof service>
