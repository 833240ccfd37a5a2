import { count } from '@bordee/core/text.ts'
import type { Shown } from './shown.ts'

const reasons = {
  up: '',
  down: 'Pas de réseau\u00a0: tout est gardé sur le téléphone et partira quand il reviendra.',
  'sign-in': 'Votre session est terminée\u00a0: reconnectez-vous, ce qui attend partira ensuite.',
  company: 'Vous avez changé de compagnie, ou le module Flotte n’est plus actif\u00a0: ce qui attend partira au retour.',
}

/** What has not been sent yet, and why. */
export function Sending({ shown: { link, waiting, refused } }: { shown: Shown }) {
  return (
    <>
      {link !== 'up' && (
        <p role="status" className="notice">
          {reasons[link]}
          {link === 'sign-in' && (
            <>
              {' '}
              <a href="/operateur?connexion">Se reconnecter</a>
            </>
          )}
        </p>
      )}
      {refused.length > 0 && (
        <p role="status" className="notice">
          {count(refused.length, 'élément')} {refused.length > 1 ? 'ont été refusés' : 'a été refusé'} par le serveur et mis de côté. Voyez
          le menu.
        </p>
      )}
      <span className="hidden" role="status">
        {waiting.reports + waiting.positions === 0 ? 'Tout est envoyé.' : ''}
      </span>
    </>
  )
}

/** « 2 en attente d’envoi »: what the operator did. Positions are many, so they show only if nothing else waits. */
export function waitingText({ reports, positions }: Shown['waiting'], link: Shown['link']): string {
  if (reports > 0) return `${reports} en attente d’envoi`
  if (positions > 20 || (positions > 0 && link !== 'up')) return `${count(positions, 'position')} en attente`
  return 'Tout est envoyé'
}
