/** Shown to a client whose contract the office is editing again. */
export const beingChanged = {
  title: 'Ce contrat est en cours de modification',
  description: 'Votre déneigeur en prépare une nouvelle version. Il vous l’enverra par courriel dès qu’elle sera prête.',
}
