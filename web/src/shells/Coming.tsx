/** What stands where a shell will, as index.html has it: it has no theme around it yet. */
export const Coming = () => (
  <p className="coming" role="status">
    Chargement…
  </p>
)
