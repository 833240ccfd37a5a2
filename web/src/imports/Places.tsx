import { howMany } from '@bordee/core/imports/first-errors.ts'
import type { ImportProgress } from '@bordee/core/imports/import.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Text } from '@mantine/core'
import { RowsButton } from './ImportErrors.tsx'

/** Progress of the address search, which starts once all rows are imported. */
export function Places({ wanted, sought, notFound }: ImportProgress['places']) {
  if (wanted === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" className="bordee-figures" role="status">
        {sought < wanted
          ? `Recherche des adresses sur la carte\u00a0: ${formatNumber(sought)} de ${formatNumber(wanted)}.`
          : `${count(wanted - howMany(notFound), 'adresse trouvée', 'adresses trouvées')} sur la carte, ` +
            `${count(howMany(notFound), 'introuvable')}.`}
      </Text>
      {notFound.length > 0 && (
        <RowsButton title="Adresses introuvables sur la carte" rows={notFound}>
          Voir les adresses
        </RowsButton>
      )}
    </>
  )
}
