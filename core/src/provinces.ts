/** Canada Post's codes and French names; Québec first, because most addresses are there. */
export const provinceNames: Record<string, string> = {
  QC: 'Québec',
  AB: 'Alberta',
  BC: 'Colombie-Britannique',
  PE: 'Île-du-Prince-Édouard',
  MB: 'Manitoba',
  NB: 'Nouveau-Brunswick',
  NS: 'Nouvelle-Écosse',
  NU: 'Nunavut',
  ON: 'Ontario',
  SK: 'Saskatchewan',
  NL: 'Terre-Neuve-et-Labrador',
  NT: 'Territoires du Nord-Ouest',
  YT: 'Yukon',
}
