// Questions to the user. The code that renders them is loaded with the first one.
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import type { NamedQuestion, Question, TextQuestion } from './dialogsDrawn.tsx'

/** Up to this many are deleted with one click. */
const few = 20

/** Asks for a confirmation. False when the dialog is closed in any other way than by its button. */
export const confirm = async (question: Question): Promise<boolean> => {
  const { count = 1, destructive = false } = question
  return destructive && count > few ? confirmByName({ ...question, name: String(count) }) : (await fetched()).confirm(question)
}

/** Asks before something is deleted. */
export const confirmRemoval = (question: Question): Promise<boolean> => confirm({ confirm: 'Supprimer', destructive: true, ...question })

/** For what can't be undone: the user must type the name. Ignores accents and case. */
export const confirmByName = async (question: NamedQuestion): Promise<boolean> => (await fetched()).confirmByName(question)

/** Asks for a text, e.g. the name of a copy. Null when the user cancels. */
export const askText = async (question: TextQuestion): Promise<string | null> => (await fetched()).askText(question)

/** A dialog whose content answers once; closing it answers `otherwise`. */
export const ask = async <A,>(title: string, otherwise: A, content: (answer: (value: A) => void) => ReactNode): Promise<A> =>
  (await fetched()).ask(title, otherwise, content)

/** Where dialogs render, once there was a question. */
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
