import { lengthOf, limitOf, symbolsOutside, toBasicAlphabet } from '@bordee/core/messages/sms-text.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { Alert, Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useAction } from '../calls.ts'
import { useRequestKey } from '../ui/useRequestKey.ts'
import classes from './replies.module.css'
import { useTextsCost } from './useTextsCost.ts'

/** Keyboards write an apostrophe that would halve what fits into a text. */
const asSent = (typed: string) => typed.trim().replaceAll('’', "'").replaceAll('\u00a0', ' ')

/** One text, or why none can be sent. */
export function AnswerForm({ id, refusal }: { id: string; refusal: string | null }) {
  const [typed, setTyped] = useState('')
  const cost = useTextsCost(1)
  const press = useRequestKey()
  const answer = useAction(replyCalls.answerReply, { failed: 'La réponse n’a pas été envoyée.', after: () => setTyped('') })
  if (refusal)
    return (
      <Alert color="amber" className={classes.refusal}>
        {refusal}
      </Alert>
    )
  const text = asSent(typed)
  const limit = limitOf(text)
  const isOver = lengthOf(text) > limit
  const isReady = text !== '' && !isOver && !answer.isPending

  function send() {
    if (!isReady) return
    answer.mutate({ id, text, requestKey: press.keyOf(text) }, { onSuccess: press.done })
  }

  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        aria-label="Votre réponse"
        placeholder="Votre réponse…"
        autosize
        minRows={2}
        maxRows={6}
        value={typed}
        error={isOver}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && send()}
      />
      <p className={classes.counter}>
        <span className="bordee-figures" data-over={isOver || undefined}>
          {lengthOf(text)}/{limit} caractères
        </span>
        {limit === 70 && (
          <button type="button" onClick={() => setTyped(toBasicAlphabet(text))} title={symbolsOutside(text).join(' ')}>
            Remplacer par des lettres simples
          </button>
        )}
        <span>{cost}</span>
        <Button type="submit" leftSection={<IconSend size={16} />} loading={answer.isPending} disabled={!isReady}>
          Répondre
        </Button>
      </p>
    </form>
  )
}
