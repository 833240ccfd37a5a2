/** Shown to a client whose contract the office is editing again. */
export const beingChanged = {
  title: 'Ce contrat est en cours de modification',
  description: 'Votre compagnie de déneigement en prépare une nouvelle version. Elle vous l’enverra par courriel dès qu’elle sera prête.',
}
