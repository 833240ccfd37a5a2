interface Props {
  companyName: string
  /** His previous answer, if any. */
  answer: boolean | null
  onAnswer: (accepted: boolean) => void
}

/** Shown before the first run: what is recorded, why, who sees it and for how long. */
export function ConsentPage({ companyName, answer, onAnswer }: Props) {
  return (
    <main className="page">
      <h1>Votre position pendant les tournées</h1>
      <p>
        Quand vous démarrez une tournée, ce téléphone enregistre votre position toutes les quelques secondes, jusqu’à ce que vous la
        quittiez. En dehors d’une tournée, rien n’est enregistré.
      </p>
      <dl className="facts">
        <dt>À quoi elle sert</dt>
        <dd>
          À prouver les passages chez les clients, à suivre les camions pendant la tempête et à aviser les occupants de votre arrivée.
        </dd>
        <dt>Qui la voit</dt>
        <dd>
          La direction de {companyName || 'votre compagnie'} et les employés à qui elle confie la répartition. Vos autres collègues ne
          voient pas votre position.
        </dd>
        <dt>Combien de temps</dt>
        <dd>Elle est conservée trois ans, puis effacée.</dd>
        <dt>Si vous refusez</dt>
        <dd>Vous pouvez travailler quand même&nbsp;: vous marquez chaque entrée à la main. Vous pourrez changer d’avis dans le menu.</dd>
      </dl>
      {answer !== null && <p className="quiet">Votre réponse actuelle&nbsp;: {answer ? 'vous acceptez' : 'vous refusez'}.</p>}
      <div className="actions">
        <button type="button" className="button main" onClick={() => onAnswer(true)}>
          J’accepte
        </button>
        <button type="button" className="button" onClick={() => onAnswer(false)}>
          Je refuse
        </button>
      </div>
    </main>
  )
}
