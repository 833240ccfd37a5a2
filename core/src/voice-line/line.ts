// « Ligne vocale »: the steps of a call that someone makes to a company (docs/product/voice-line.md).
import * as z from 'zod'
import { id, named, phone } from '../wire.ts'

export const lineQuestions = ['menu', 'site'] as const
type LineQuestion = (typeof lineQuestions)[number]

/** What the office reads of the keys pressed in a call. */
export const pressedKeyNames = {
  1: 'Oubli signalé',
  2: 'Parler à quelqu’un',
  12: 'Oubli, puis parler à quelqu’un',
  21: 'Parler à quelqu’un, puis oubli',
} as const
export type PressedKeys = `${keyof typeof pressedKeyNames}`
export const pressedKeys = Object.keys(pressedKeyNames) as [PressedKeys, ...PressedKeys[]]

export const lineName = 'Ligne vocale'

/** A key pressed after a question. `tries` counts the keys that it didn’t offer. */
export interface PressedKey {
  asked: LineQuestion
  key: string
  tries: number
}

/** What a caller hears, and what follows. */
export type LineAnswer =
  /** Not even answered. */
  | { next: 'refuse' }
  | { next: 'hang-up'; say: string }
  | { next: 'ask'; say: string; asked: LineQuestion; tries: number }
  | { next: 'dial'; say: string; phone: string }

/** Keys that mean something: any other one is asked again. */
const key = z.string().regex(/^[0-9*#]$/, 'Une seule touche.')

/** A step of a call, as staff play it. */
export const playedCall = {
  companyId: id,
  /** Of the whole call. */
  callId: id,
  /** Null: hidden. */
  phone: phone.nullable(),
  /** Null as the call begins. */
  pressed: z.object({ asked: z.enum(lineQuestions), key, tries: z.int().min(0).max(9) }).nullable(),
}

export const playedAnswer = named(
  'LineAnswer',
  z.object({
    next: z.enum(['refuse', 'hang-up', 'ask', 'dial']),
    say: z.string(),
    /** What the next key answers. */
    asked: z.enum(lineQuestions).nullable(),
    tries: z.int(),
    /** The number that is dialled. */
    dialled: z.string().nullable(),
  }),
)
export type PlayedAnswer = z.infer<typeof playedAnswer>
