import { recordCalls } from '@bordee/core/records/records.calls.ts'
import { count } from '@bordee/core/text.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { DayInput, isDay } from '../ui/DayInput.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './records.module.css'

/** What was sealed on a day, for anyone who wants to compare it with a dossier or an owner’s letter. */
export function PublishedSeals() {
  const [day, setDay] = useState<string | null>(null)
  // Until someone chooses, the latest.
  const seals = useCall(recordCalls.listPublishedDays, day === null || isDay(day) ? { day } : 'not yet')
  return (
    <section className={classes.published} aria-label="Sceaux du registre">
      <Title order={2} size="h3">
        Sceaux du registre
      </Title>
      <Hint>
        Chaque matin, ce que chaque compagnie a enregistré la veille est scellé. Comparez le sceau d’une journée avec celui d’un dossier de
        preuve.
      </Hint>
      <Stack>
        <DayInput
          label="Journée"
          value={day ?? seals.data?.[0]?.day ?? null}
          onChange={setDay}
          max={todayIn(homeZone, new Date())}
          maw={220}
        />
        {seals.isError && <BrokenPart title="Impossible de charger les sceaux" onRetry={() => void seals.refetch()} />}
        {seals.data?.length === 0 && <Hint>Rien n’a été scellé pour cette journée.</Hint>}
        {seals.data && seals.data.length > 0 && (
          <ul className={classes.seals} aria-label="Sceaux">
            {seals.data.map(({ company, entriesCount, chain }) => (
              <li key={company}>
                <span>{`Compagnie ${company}, ${count(entriesCount, 'enregistrement')}`}</span>
                <code>{chain}</code>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </section>
  )
}
