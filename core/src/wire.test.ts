import { expect, test } from 'vitest'
import * as z from 'zod'
import { lines, optionalLines, optionalText, text } from './wire.ts'

test('a pasted line break becomes a space in a single line; notes keep theirs', () => {
  expect(text().parse(' Jean\r\nTremblay\u2028\tfils ')).toBe('Jean Tremblay fils')
  expect(optionalText().parse('12\n')).toBe('12')
  expect(optionalText().parse('\r\n')).toBeNull()
  expect(optionalLines(100).parse('Sonner\nDeux fois')).toBe('Sonner\nDeux fois')
  expect(text().safeParse('\n').success).toBe(false)
})

test('text of several lines holds nothing that nobody sees', () => {
  expect(lines(100).parse(' Barri\u200bère\n\u202eêteffuoM ')).toBe('Barrière\nêteffuoM')
  expect(lines(100).safeParse('\u200b\u2060').success).toBe(false)
})

test('a schema without messages of its own refuses in plain French', () => {
  const schema = z.object({
    a: z.object({}),
    b: z.enum(['x']),
    c: z.number().max(3000),
    d: z.string().max(1),
    e: z.array(z.int()).min(2),
    f: z.union([z.string(), z.number()]),
    g: z.string(),
    h: z.number(),
  })
  const refused = schema.safeParse({ a: [], b: 'y', c: 9000, d: 'abc', e: [1], f: {}, h: 'trois' })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([
    'Cette valeur est invalide.',
    'Ce choix n’existe pas.',
    'Il faut 3\u00a0000 au plus.',
    'Il faut 1\u00a0caractère au plus.',
    'Il faut 2\u00a0éléments au moins.',
    'Cette valeur est invalide.',
    'Ce champ est requis.',
    'Cette valeur est invalide.',
  ])
})
