import {
  type BulletinDesk,
  type BulletinPost,
  type BulletinState,
  bulletinStates,
  bulletinTitles,
  longestText,
} from '@bordee/core/bulletins/bulletin.ts'
import { bulletinCalls } from '@bordee/core/bulletins/bulletins.calls.ts'
import { Button, Group, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { Hint, SectionTitle } from '../ui/words.tsx'
import classes from './bulletins.module.css'

const everyone = 'all'

/** One tap on a state, which brings its sentence, and one to publish it. */
export function BulletinWriter({ desk }: { desk: BulletinDesk }) {
  const [areaId, setAreaId] = useState(everyone)
  const [state, setState] = useState<BulletinState | null>(null)
  const areas = [{ value: everyone, label: 'Toute la compagnie' }, ...desk.areas.map(({ id, name }) => ({ value: id, label: name }))]
  const area = desk.areas.find(({ id }) => id === areaId)
  return (
    <section className={`${classes.part} bordee-card`} aria-label="Écrire un bulletin">
      <SectionTitle>Écrire un bulletin</SectionTitle>
      {areas.length > 1 && (
        <Select
          label="Pour"
          data={areas}
          allowDeselect={false}
          value={area?.id ?? everyone}
          onChange={(next) => setAreaId(next ?? everyone)}
        />
      )}
      <fieldset className={classes.states} aria-label="État">
        {bulletinStates.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.choice}
            aria-pressed={state === one}
            onClick={() => setState(state === one ? null : one)}
          >
            {bulletinTitles[one]}
          </button>
        ))}
      </fieldset>
      {state && <Text key={state} state={state} areaId={area?.id ?? null} desk={desk} onDone={() => setState(null)} />}
    </section>
  )
}

interface TextProps {
  state: BulletinState
  areaId: string | null
  desk: BulletinDesk
  onDone: () => void
}

function Text({ state, areaId, desk: { sentences, posts }, onDone }: TextProps) {
  const [id] = useState(() => crypto.randomUUID()) // sent again after a lost answer, it is the same bulletin
  const [text, setText] = useState(sentences[state])
  const post = useAction(bulletinCalls.postBulletin, {
    done: 'Le bulletin est publié.',
    failed: 'Le bulletin n’a pas été publié.',
    after: onDone,
  })
  const recent = lastTexts(posts, state).filter((one) => one !== text.trim())
  const isTooLong = text.trim().length > longestText
  return (
    <form
      className={classes.writer}
      aria-label={bulletinTitles[state]}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong && !post.isPending) post.mutate({ id, state, text: text.trim() || null, areaId })
      }}
    >
      <Group className={classes.publish}>
        <Button
          ref={(button) => button?.scrollIntoView({ block: 'nearest' })}
          type="submit"
          size="md"
          loading={post.isPending}
          disabled={isTooLong}
        >
          Publier
        </Button>
        <Button variant="default" size="md" onClick={onDone}>
          Annuler
        </Button>
      </Group>
      <Textarea
        label="Texte"
        description="Les adresses web n’y deviennent pas des liens."
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={isTooLong && `Au plus ${longestText} caractères.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Hint>
        {text.trim().length}/{longestText} caractères
      </Hint>
      {recent.length > 0 && (
        <fieldset className={classes.recent} aria-label="Derniers textes">
          <Hint>Derniers textes</Hint>
          {recent.map((one) => (
            <button key={one} type="button" onClick={() => setText(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      )}
    </form>
  )
}

const mostRecent = 3

/** The last that people wrote, those of this state first. */
function lastTexts(posts: readonly BulletinPost[], state: BulletinState): string[] {
  const written = posts.filter(({ isAutomatic, text }) => !isAutomatic && text)
  const sorted = [...written.filter((post) => post.state === state), ...written]
  return [...new Set(sorted.map(({ text }) => text ?? ''))].slice(0, mostRecent)
}
