import { PublicCard } from '../shells/PublicCard.tsx'

/** A link of the sandbox that is too old, or never was one. */
export function ExpiredLink() {
  return <PublicCard title="Ce lien n’est plus valable" lead="Revenez à Bordée et demandez-en un nouveau." />
}
