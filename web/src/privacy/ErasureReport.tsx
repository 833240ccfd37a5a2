import { type Erasure, keptNames, removedWords } from '@bordee/core/privacy/erasure.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { List, Stack, Text } from '@mantine/core'
import { TextLink } from '../ui/LinkButton.tsx'
import { useZone } from '../ui/zone.ts'

/** What an erasure removed, and what stays; the claim that holds something is a link away. */
export function ErasureReport({ erasure: { folders, parts, userName, at } }: { erasure: Erasure }) {
  const zone = useZone()
  const removed = removedWords(parts)
  const kept = parts.flatMap(({ kind, kept: rows }) => rows.map((row) => ({ kind, ...row })))
  return (
    <Stack gap="xs">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {[...folders.map(({ name }) => name), `effacé le ${formatInstant(at, zone)} par ${userName}`].join(', ')}
      </Text>
      <Text>{removed.length > 0 ? `Effacé\u00a0: ${removed.join(', ')}.` : 'Il n’y avait rien à effacer.'}</Text>
      {kept.length > 0 ? (
        <div>
          <Text>Conservé{'\u00a0'}:</Text>
          <List aria-label="Ce qui est conservé">
            {kept.map((row) => {
              const words = keptNames(row)
              return (
                <List.Item key={words}>
                  {row.claimId ? <TextLink to={`/dashboard/claims/edit/${row.claimId}`}>{words}</TextLink> : words}
                </List.Item>
              )
            })}
          </List>
        </div>
      ) : (
        <Text>Il ne reste rien.</Text>
      )}
    </Stack>
  )
}
