import { Shell } from './Shell.tsx'

/** /demande-soumise: the same text whichever companies received the request. */
export const ThanksPage = () => (
  <Shell title="Merci! Votre demande est envoyée.">
    <Thanks again={() => location.assign('/demande-de-soumissions')} />
  </Shell>
)

export const Thanks = ({ again }: { again: () => void }) => (
  <div className="card">
    <h2>Et maintenant?</h2>
    <ol className="promise">
      <li>Un courriel de confirmation est en route vers votre boîte de réception.</li>
      <li>Une compagnie qui dessert votre adresse vous répondra directement.</li>
      <li>Vous avez changé d’idée? Le courriel contient un lien qui retire votre demande.</li>
    </ol>
    <div className="buttons">
      <button type="button" className="button quiet" onClick={again}>
        Faire une autre demande
      </button>
    </div>
  </div>
)
