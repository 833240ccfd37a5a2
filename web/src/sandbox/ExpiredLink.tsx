import { PublicCard } from '../shells/PublicCard.tsx'

/** Shown for a sandbox link that has expired or never existed. */
export function ExpiredLink() {
  return <PublicCard title="Ce lien n’est plus valable" lead="Revenez à Bordée et demandez-en un nouveau." />
}
