import { Link } from '@tanstack/react-router'
import { useMe } from '../session.tsx'
import classes from './home.module.css'

/** What waits until platform staff have looked at the company, and what doesn't. */
export function Admission() {
  const { company } = useMe()
  if (company?.quoteConfig?.admission !== 'pending') return null
  return (
    <p role="status" className={`${classes.admission} bordee-card`}>
      Bordée vérifie votre compagnie&nbsp;: d’ici là, aucune <Link to="/dashboard/quotes">demande de soumission</Link> ne vous parvient.
      Tout le reste fonctionne.
    </p>
  )
}
