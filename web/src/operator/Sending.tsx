import { count } from '@bordee/core/text.ts'
import { pauseTexts } from './rejections.ts'
import type { Shown } from './shown.ts'

/** What has not been sent yet, and why. */
export function Sending({ shown }: { shown: Shown }) {
  const { link, isFull } = shown
  return (
    <>
      {isFull && (
        <p role="alert" className="notice alarm">
          La mémoire du téléphone est pleine&nbsp;: ce que vous faites n’est gardé que dans cette page. Ne la fermez pas, et libérez de la
          place.
        </p>
      )}
      {link !== 'up' && (
        <p role="status" className="notice">
          {pauseTexts[link]}
          {link === 'sign-in' && (
            <>
              {' '}
              <a href="/operateur?connexion">Se reconnecter</a>
            </>
          )}
        </p>
      )}
      {shown.photoTrouble && (
        <p role="status" className="notice">
          {shown.photoTrouble} Vos photos sont gardées sur ce téléphone.
        </p>
      )}
      <span className="hidden" role="status">
        {isAllSent(shown) ? 'Tout est envoyé.' : ''}
      </span>
    </>
  )
}

const isAllSent = ({ waiting, stuck, stuckPositions, photos }: Shown) =>
  waiting.reports + waiting.positions + stuck.length + stuckPositions + photos.length === 0

/** « 2 en attente d’envoi »: what the operator did. Positions are many, so they show only if nothing else waits. */
export function waitingText(shown: Shown): string {
  const { waiting, link, stuck } = shown
  const refused = stuck.filter(({ handedOverAt }) => !handedOverAt).length
  if (refused > 0) return count(refused, 'non envoyé', 'non envoyés')
  if (waiting.reports > 0) return `${waiting.reports} en attente d’envoi`
  const photos = shown.photos.filter(({ draft }) => draft === 0).length
  if (photos > 0) return `${count(photos, 'photo')} en attente`
  if (waiting.positions > 20 || (waiting.positions > 0 && link !== 'up')) return `${count(waiting.positions, 'position')} en attente`
  if (stuck.length > 0) return `${stuck.length} remis au bureau`
  return isAllSent(shown) || shown.stuckPositions === 0 ? 'Tout est envoyé' : `${count(shown.stuckPositions, 'position')} non envoyées`
}
