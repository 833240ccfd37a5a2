/** Shown until a shell is loaded; same markup as in index.html, because there is no theme yet. */
export const Coming = () => (
  <p className="coming" role="status">
    Chargement…
  </p>
)
