import { PublicCard } from '../shells/PublicCard.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { isAbsence } from '../ui/failures.ts'

/** Shown for a sandbox link that has expired or never existed, or that could not be read. */
export function ExpiredLink({ error = null }: { error?: unknown }) {
  return error === null || isAbsence(error) ? (
    <PublicCard title="Ce lien n’est plus valable" lead="Revenez à Bordée et demandez-en un nouveau." />
  ) : (
    <PublicCard title="Paiement">
      <BrokenPart />
    </PublicCard>
  )
}
