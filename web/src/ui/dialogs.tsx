// Questions that a page asks. What draws them is fetched with the first one.
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'

export interface Question {
  title: string
  /** What will happen, in a sentence. */
  message?: ReactNode
  confirm?: string
  cancel?: string
  /** Red: something will be lost. */
  destructive?: boolean
  /** Of how many things: to lose more than a few, their number must be typed. */
  count?: number
}

/** As many are removed with a click. */
const few = 20

export interface NamedQuestion extends Question {
  name: string
}

export interface TextQuestion {
  title: string
  label: string
  value?: string
  confirm?: string
}

/** Asks and answers: false when closed in any other way than by the button. */
export const confirm = async (question: Question): Promise<boolean> => {
  const { count = 1, destructive = false } = question
  return destructive && count > few ? confirmByName({ ...question, name: String(count) }) : (await fetched()).confirm(question)
}

/** For what cannot be undone: the name must be typed. Accents and case are forgiven. */
export const confirmByName = async (question: NamedQuestion): Promise<boolean> => (await fetched()).confirmByName(question)

/** Asks for a text, for example the name of a copy. Null when given up. */
export const askText = async (question: TextQuestion): Promise<string | null> => (await fetched()).askText(question)

/** A dialog whose content answers once; closing it is `otherwise`. */
export const ask = async <A,>(title: string, otherwise: A, content: (answer: (value: A) => void) => ReactNode): Promise<A> =>
  (await fetched()).ask(title, otherwise, content)

/** Where dialogs stand in the page, once there was a question. */
export function Dialogs() {
  const Drawn = useSyncExternalStore(watch, () => drawn)
  return Drawn && <Drawn />
}

let drawn: ComponentType | null = null
const watchers = new Set<() => void>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

async function fetched() {
  const part = await import('./dialogsDrawn.tsx')
  drawn = part.Drawn
  for (const tell of watchers) tell()
  return part
}
