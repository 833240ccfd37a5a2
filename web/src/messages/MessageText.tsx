import { reasonVariable } from '@bordee/core/messages/variables.ts'
import { Fragment } from 'react'
import classes from './messages.module.css'

/** A message as the office reads it: phones lack the typographic apostrophe, and each site has its own reason. */
export function MessageText({ text }: { text: string }) {
  const [first, ...others] = text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').split(reasonVariable)
  return (
    <>
      {first}
      {others.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        <Fragment key={i}>
          <span className={classes.reason}>raison</span>
          {part}
        </Fragment>
      ))}
    </>
  )
}
