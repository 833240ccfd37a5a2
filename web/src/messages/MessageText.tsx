import { bulletinVariable, reasonVariable, trackingVariable } from '@bordee/core/messages/variables.ts'
import { Fragment } from 'react'
import classes from './messages.module.css'

const shown: Record<string, string> = {
  [reasonVariable]: 'raison',
  [trackingVariable]: 'lien de suivi',
  [bulletinVariable]: 'lien du bulletin',
}

/** A message as the office reads it: phones lack the typographic apostrophe, and each resident has their own reason and link. */
export function MessageText({ text }: { text: string }) {
  const parts = text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').split(/(\{[a-z]+\})/)
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    <Fragment key={i}>{shown[part] ? <span className={classes.reason}>{shown[part]}</span> : part}</Fragment>
  ))
}
