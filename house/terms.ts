// Words that users never read, because another one is used for the same thing (docs/product/texts.md).
interface Never {
  never: RegExp
  say: string
}

export const terms: Never[] = [
  { never: /\bSMS\b/, say: 'texto' },
  { never: /(?<!\p{L})complétée?s?(?!\p{L})/iu, say: 'terminé' },
  { never: /propulsée? par/i, say: 'offert par' },
  { never: /lieux? de service|points? de livraison/i, say: 'point de service' },
  { never: /\b(succes|token)\b/i, say: 'succès, jeton' },
  {
    never: /(?<!\p{L})(averti(e?s?|r|t|rons|rez|ra|ssez|ssent|ssons)|prév(enir|enez|enue?s?|ient|iennent)|alerter)(?!\p{L})/iu,
    say: 'aviser',
  },
  // A change of mind, what the law asks for in writing, and what a bulletin promises are no alerts.
  { never: /(?<!\p{L}|d’|dès notre )avis(?!\p{L}| écrit)/iu, say: 'alerte' },
  { never: /(?<!\p{L})(chauffeur|conducteur)/iu, say: 'opérateur' },
  { never: /(?<!\p{L})non faite?s?(?!\p{L})/iu, say: 'pas fait' },
  { never: /listes? d’alertes/i, say: 'sous-secteurs' },
  { never: /(?<!\p{L})déneigeurs?(?!\p{L})/iu, say: 'compagnie' },
  { never: /méthodes? de paiement/i, say: 'carte, mode de paiement' },
  { never: /(?<![\p{L}'’])([ldnsjcmt]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd)'(?=\p{L})/iu, say: '’' },
]

/** What a text should say instead; undefined if nothing is wrong with it. */
export const wrongTerm = (text: string): Never | undefined => terms.find(({ never }) => never.test(text))
