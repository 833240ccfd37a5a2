// The sheets of an export that are for people to read: no import takes them.

import { billableUnitNames } from '../billables/billable.ts'
import { bulletinTitles } from '../bulletins/bulletin.ts'
import { chequeStateNames } from '../cheques/cheque-life.ts'
import { claimKindNames, claimStateNames } from '../claims/claim.ts'
import { clientInvoiceStatusNames } from '../client-invoices/client-invoice-life.ts'
import { contractContent } from '../contracts/contract.ts'
import { operationKindNames } from '../operations/operation.ts'
import { iceNames } from '../operations/requirement.ts'
import { punchSourceNames } from '../punches/punch.ts'
import { coatingNames, quoteFields, quoteStatusNames, sizeNames, slopeNames } from '../quotes/quote-request.ts'
import { replyKindNames, replySourceNames } from '../replies/reply.ts'
import { roleNames } from '../roles.ts'
import { storedRun } from '../runs/run.ts'
import { runKindNames } from '../runs/run-kind.ts'
import { paymentMethodNames } from '../templates/terms.ts'
import { address, importSheets, many, type SheetShape, withOthers } from './columns.ts'

export const companySheet: SheetShape = {
  name: 'Compagnie',
  columns: [
    { field: 'name', header: 'Nom' },
    { field: 'QEN', header: 'NEQ' },
    { field: 'type', header: 'Type' },
    { field: 'email', header: 'Courriel' },
    { field: 'phone', header: 'Téléphone' },
    ...address('').map(({ required: _, ...column }) => column),
    { field: 'tps', header: 'TPS' },
    { field: 'tvq', header: 'TVQ' },
    { field: 'hst', header: 'TVH' },
    { field: 'sectorMode', header: 'Mode secteur', kind: 'yesno' },
    { field: 'sectorType', header: 'Présentation des secteurs', choices: { flat: 'Secteurs simples', grouped: 'Secteurs regroupés' } },
    { field: 'alertIsActive', header: 'Module Alertes', kind: 'yesno' },
    { field: 'alertMinTimeBetweenTwoAlert', header: 'Délai entre deux alertes (min)', kind: 'number' },
    { field: 'alertStartHourAllowed', header: 'Alertes à partir de' },
    { field: 'alertEndHourAllowed', header: 'Alertes jusqu’à' },
    { field: 'callHours', header: 'Heures d’appel' },
    { field: 'alertVoiceLine', header: 'Ligne vocale', kind: 'yesno' },
    { field: 'officeHours', header: 'Heures du bureau' },
    { field: 'alertIsAccessesLimited', header: 'Accès aux alertes limités', kind: 'yesno' },
    { field: 'alertMaxClientOccupants', header: 'Occupants par client, au plus', kind: 'number' },
    { field: 'contractIsActive', header: 'Module Contrats', kind: 'yesno' },
    { field: 'contractIsOnlinePaymentActive', header: 'Paiement en ligne', kind: 'yesno' },
    { field: 'contractIsSignatureReminderActive', header: 'Rappels de signature', kind: 'yesno' },
    { field: 'contractIsPaymentReminderActive', header: 'Rappels de paiement', kind: 'yesno' },
    { field: 'contractInvoiceTermDays', header: 'Délai de paiement des factures', kind: 'number' },
    { field: 'contractInvoiceNote', header: 'Note au bas des factures' },
    { field: 'contractIsContractAffectSiteStatus', header: 'Le contrat change l’état du site', kind: 'yesno' },
    { field: 'geolocationIsActive', header: 'Module Flotte', kind: 'yesno' },
    { field: 'geolocationHasGeolocationAlerts', header: 'Alertes de position', kind: 'yesno' },
    { field: 'geolocationAlertsIntervalDelaySeconds', header: 'Délai entre deux alertes de position (s)', kind: 'number' },
    { field: 'operationIsAutoOpened', header: 'Opération ouverte par la première tournée', kind: 'yesno' },
    { field: 'operationClosesAfterHours', header: 'Opération fermée après (h)', kind: 'number' },
    { field: 'warnedRunKinds', header: 'Tournées annoncées' },
    { field: 'units', header: 'Unités' },
    { field: 'operationTriggerDepth', header: 'Seuil (cm)', kind: 'number' },
    { field: 'operationDoneBy', header: 'À faire avant' },
    { field: 'operationHoursAfter', header: 'Heures après la fin de la neige', kind: 'number' },
    { field: 'operationIce', header: 'Glace', choices: iceNames },
    { field: 'photoShowsNotDone', header: 'Photos de ce qui n’est pas fait dans l’espace client', kind: 'yesno' },
    { field: 'photoShowsDone', header: 'Photos de ce qui est fait dans l’espace client', kind: 'yesno' },
    { field: 'bulletinAddress', header: 'Adresse du bulletin' },
    { field: 'bulletinIsOn', header: 'Bulletin publié', kind: 'yesno' },
    { field: 'quoteIsActive', header: 'Module Soumissions', kind: 'yesno' },
    { field: 'quoteTerritory', header: 'Territoire des soumissions', kind: 'long' },
    { field: 'timeZone', header: 'Fuseau horaire' },
    { field: 'createdAt', header: 'Inscrite le', kind: 'instant' },
    { field: 'archivedAt', header: 'Archivée le', kind: 'instant' },
  ],
}

/** As an import reads them, plus the hours in which each may be alerted. */
export const occupantsSheet: SheetShape = {
  ...importSheets.occupants,
  columns: [
    ...importSheets.occupants.columns,
    { field: 'quietBetween', header: 'Heures de tranquillité' },
    { field: 'callsAskedAt', header: 'Appels à toute heure demandés le', kind: 'instant' },
    { field: 'callsAskedBy', header: 'Demandés par' },
  ],
}

/** As an import reads them, plus the money of each contract for people. */
export const contractsSheet: SheetShape = {
  name: 'Contrats',
  columns: withOthers(
    contractContent,
    [
      ...importSheets.contracts.columns,
      { field: 'totalPrice', header: 'Total du contrat ($)', kind: 'number' },
      { field: 'paid', header: 'Payé ($)', kind: 'number' },
      { field: 'signedAt', header: 'Signé le', kind: 'instant' },
    ],
    ['clientId', 'siteId', 'contractTemplateId', 'services', 'paymentShedules', 'requirement'],
  ),
}

const movementNames = { payment: 'Paiement', refund: 'Remboursement', dispute: 'Contestation' }

export const contractPaymentsSheet: SheetShape = {
  name: 'Paiements',
  columns: [
    { field: 'contractNumber', header: 'Numéro de contrat' },
    { field: 'clientName', header: 'Client' },
    { field: 'amount', header: 'Montant ($)', kind: 'number' },
    { field: 'paidAt', header: 'Payé le', kind: 'date' },
    { field: 'type', header: 'Mode de paiement', choices: paymentMethodNames },
    { field: 'wasOnline', header: 'En ligne', kind: 'yesno' },
    { field: 'movement', header: 'Mouvement', choices: movementNames },
    { field: 'kept', header: 'Surplus gardé ($)', kind: 'number' },
    { field: 'recordedBy', header: 'Inscrit par' },
    { field: 'deletedAt', header: 'Retiré le', kind: 'instant' },
  ],
}

export const invoicesSheet: SheetShape = {
  name: 'Factures',
  columns: [
    { field: 'number', header: 'Numéro' },
    { field: 'status', header: 'Statut', choices: clientInvoiceStatusNames },
    { field: 'clientName', header: 'Client' },
    { field: 'clientNumber', header: 'Numéro du client' },
    { field: 'siteAddress', header: 'Point de service' },
    { field: 'purchaseOrder', header: 'Bon de commande' },
    { field: 'issuedOn', header: 'Émise le', kind: 'date' },
    { field: 'dueDate', header: 'Échéance', kind: 'date' },
    { field: 'subtotal', header: 'Avant taxes ($)', kind: 'number' },
    { field: 'taxes', header: 'Taxes' },
    { field: 'totalPrice', header: 'Total ($)', kind: 'number' },
    { field: 'credited', header: 'Crédité ($)', kind: 'number' },
    { field: 'credits', header: 'Notes de crédit' },
    { field: 'paid', header: 'Payé ($)', kind: 'number' },
    { field: 'sentAt', header: 'Envoyée le', kind: 'instant' },
    { field: 'note', header: 'Note', kind: 'long' },
  ],
}

export const invoiceLinesSheet: SheetShape = {
  name: 'Lignes de facture',
  columns: [
    { field: 'number', header: 'Facture' },
    { field: 'clientName', header: 'Client' },
    { field: 'day', header: 'Jour', kind: 'date' },
    { field: 'description', header: 'Description' },
    { field: 'quantity', header: 'Quantité', kind: 'number' },
    { field: 'unit', header: 'Unité', choices: billableUnitNames },
    { field: 'price', header: 'Prix ($)', kind: 'number' },
    { field: 'amount', header: 'Montant ($)', kind: 'number' },
    { field: 'siteAddress', header: 'Point de service' },
    { field: 'contractNumber', header: 'Contrat' },
    { field: 'creditNumber', header: 'Créditée par' },
  ],
}

export const invoicePaymentsSheet: SheetShape = {
  name: 'Paiements de facture',
  columns: [
    { field: 'number', header: 'Facture' },
    { field: 'clientName', header: 'Client' },
    { field: 'amount', header: 'Montant ($)', kind: 'number' },
    { field: 'paidAt', header: 'Payé le', kind: 'date' },
    { field: 'type', header: 'Mode de paiement', choices: paymentMethodNames },
    { field: 'wasOnline', header: 'En ligne', kind: 'yesno' },
    { field: 'movement', header: 'Mouvement', choices: movementNames },
    { field: 'recordedBy', header: 'Inscrit par' },
    { field: 'deletedAt', header: 'Retiré le', kind: 'instant' },
  ],
}

export const collectionNotesSheet: SheetShape = {
  name: 'Notes de recouvrement',
  columns: [
    { field: 'clientName', header: 'Client' },
    { field: 'createdAt', header: 'Écrite le', kind: 'instant' },
    { field: 'writtenBy', header: 'Par' },
    { field: 'text', header: 'Note', kind: 'long' },
    { field: 'followUpOn', header: 'Prochain suivi', kind: 'date' },
  ],
}

export const serviceStopsSheet: SheetShape = {
  name: 'Suspensions de service',
  columns: [
    { field: 'clientName', header: 'Client' },
    { field: 'fromDay', header: 'Dès le', kind: 'date' },
    { field: 'untilDay', header: 'Reprise le', kind: 'date' },
    { field: 'stoppedBy', header: 'Suspendu par' },
    { field: 'resumedBy', header: 'Repris par' },
    { field: 'createdAt', header: 'Décidé le', kind: 'instant' },
  ],
}

export const chequesSheet: SheetShape = {
  name: 'Chèques',
  columns: [
    { field: 'number', header: 'Numéro' },
    { field: 'bank', header: 'Institution' },
    { field: 'amount', header: 'Montant ($)', kind: 'number' },
    { field: 'dated', header: 'Daté du', kind: 'date' },
    { field: 'clientName', header: 'Client' },
    { field: 'contracts', header: 'Contrats' },
    { field: 'state', header: 'Statut', choices: chequeStateNames },
    { field: 'stateAt', header: 'Depuis le', kind: 'instant' },
    { field: 'reason', header: 'Motif' },
    { field: 'nsfFee', header: 'Frais prévus au contrat ($)', kind: 'number' },
    { field: 'depositNumber', header: 'Dépôt', kind: 'number' },
    { field: 'depositedOn', header: 'Déposé le', kind: 'date' },
    { field: 'note', header: 'Note', kind: 'long' },
    { field: 'recordedBy', header: 'Inscrit par' },
  ],
}

export const bankLinesSheet: SheetShape = {
  name: 'Relevés bancaires',
  columns: [
    { field: 'accountName', header: 'Compte' },
    { field: 'day', header: 'Date', kind: 'date' },
    { field: 'amount', header: 'Montant ($)', kind: 'number' },
    { field: 'description', header: 'Description' },
    { field: 'reference', header: 'Référence' },
    { field: 'paid', header: 'Ce qu’elle a payé' },
    { field: 'appliedAt', header: 'Appliquée le', kind: 'instant' },
    { field: 'appliedBy', header: 'Appliquée par' },
  ],
}

export const runsSheet: SheetShape = {
  name: 'Tournées',
  columns: withOthers(
    storedRun,
    [
      { field: 'routeName', header: 'Trajet' },
      { field: 'operationName', header: 'Opération' },
      { field: 'kind', header: 'Ronde', choices: runKindNames },
      { field: 'isRedo', header: 'Reprise', kind: 'yesno' },
      { field: 'unit', header: 'Unité' },
      { field: 'startedAt', header: 'Début', kind: 'instant' },
      { field: 'finishedAt', header: 'Fin', kind: 'instant' },
      { field: 'handedOverAt', header: 'Reste remis le', kind: 'instant' },
      many('operators', 'Opérateurs'),
      { field: 'sitesCount', header: 'Points de service', kind: 'number' },
      { field: 'areasCount', header: 'Zones', kind: 'number' },
      { field: 'areasDone', header: 'Zones faites', kind: 'number' },
      { field: 'notDoneCount', header: 'Zones pas faites', kind: 'number' },
    ],
    ['id', 'routeId', 'operationId', 'isFullyProcessed'],
  ),
}

export const operationsSheet: SheetShape = {
  name: 'Opérations',
  columns: [
    { field: 'name', header: 'Opération' },
    { field: 'kind', header: 'Genre', choices: operationKindNames },
    { field: 'openedAt', header: 'Ouverture', kind: 'instant' },
    { field: 'closedAt', header: 'Fermeture', kind: 'instant' },
    { field: 'depth', header: 'Neige (cm)', kind: 'number' },
    { field: 'runsCount', header: 'Tournées', kind: 'number' },
    { field: 'passesCount', header: 'Passages', kind: 'number' },
    { field: 'notes', header: 'Notes', kind: 'long' },
  ],
}

export const bulletinsSheet: SheetShape = {
  name: 'Bulletins',
  columns: [
    { field: 'createdAt', header: 'Publié le', kind: 'instant' },
    { field: 'areaName', header: 'Secteur' },
    { field: 'state', header: 'Statut', choices: bulletinTitles },
    { field: 'text', header: 'Texte', kind: 'long' },
    { field: 'isAutomatic', header: 'Automatique', kind: 'yesno' },
    { field: 'userName', header: 'Écrit par' },
    { field: 'updatedAt', header: 'Mis à jour le', kind: 'instant' },
  ],
}

export const repliesSheet: SheetShape = {
  name: 'Réponses',
  columns: [
    { field: 'at', header: 'Reçue le', kind: 'instant' },
    { field: 'kind', header: 'Genre', choices: replyKindNames },
    { field: 'source', header: 'Par', choices: replySourceNames },
    { field: 'phone', header: 'Téléphone' },
    { field: 'text', header: 'Texte', kind: 'long' },
    { field: 'moreCount', header: 'Textos de trop', kind: 'number' },
    { field: 'occupantName', header: 'Occupant' },
    { field: 'siteAddress', header: 'Point de service' },
    { field: 'customerName', header: 'Client' },
    { field: 'operationName', header: 'Opération' },
    { field: 'readAt', header: 'Lue le', kind: 'instant' },
    { field: 'answers', header: 'Réponses du bureau', kind: 'long' },
  ],
}

export const claimsSheet: SheetShape = {
  name: 'Réclamations',
  columns: [
    { field: 'happenedAt', header: 'Survenu le', kind: 'instant' },
    { field: 'kind', header: 'Genre', choices: claimKindNames },
    { field: 'state', header: 'Statut', choices: claimStateNames },
    { field: 'claimant', header: 'Réclamant' },
    { field: 'contact', header: 'Coordonnées' },
    { field: 'siteAddress', header: 'Point de service' },
    { field: 'place', header: 'Endroit' },
    { field: 'customerName', header: 'Client' },
    { field: 'description', header: 'Ce qui est arrivé', kind: 'long' },
    { field: 'insurer', header: 'Assureur' },
    { field: 'insurerNumber', header: 'Nº de dossier de l’assureur' },
    { field: 'amountClaimed', header: 'Montant réclamé ($)', kind: 'number' },
    { field: 'amountSettled', header: 'Montant réglé ($)', kind: 'number' },
    { field: 'notes', header: 'Notes', kind: 'long' },
    { field: 'heldAt', header: 'Figée le', kind: 'instant' },
    { field: 'heldBy', header: 'Figée par' },
    { field: 'heldFrom', header: 'Protège du', kind: 'date' },
    { field: 'heldTo', header: 'Protège au', kind: 'date' },
    { field: 'userName', header: 'Ouverte par' },
    { field: 'createdAt', header: 'Ouverte le', kind: 'instant' },
    { field: 'closedAt', header: 'Fermée le', kind: 'instant' },
  ],
}

/** The files themselves are downloaded from each claim. */
export const claimFilesSheet: SheetShape = {
  name: 'Fichiers des réclamations',
  columns: [
    { field: 'happenedAt', header: 'Réclamation du', kind: 'instant' },
    { field: 'claimant', header: 'Réclamant' },
    { field: 'name', header: 'Fichier' },
    { field: 'size', header: 'Taille (octets)', kind: 'number' },
    { field: 'hash', header: 'SHA-256' },
    { field: 'userName', header: 'Ajouté par' },
    { field: 'createdAt', header: 'Ajouté le', kind: 'instant' },
  ],
}

export const hoursSheet: SheetShape = {
  name: 'Heures',
  columns: [
    { field: 'name', header: 'Personne' },
    { field: 'startedAt', header: 'Début', kind: 'instant' },
    { field: 'endedAt', header: 'Fin', kind: 'instant' },
    { field: 'hours', header: 'Heures', kind: 'number' },
    { field: 'paidHours', header: 'Heures payées', kind: 'number' },
    { field: 'source', header: 'Provenance', choices: punchSourceNames },
    { field: 'madeBy', header: 'Inscrit par' },
    { field: 'changes', header: 'Corrections', kind: 'long' },
    { field: 'approvedAt', header: 'Approuvé le', kind: 'instant' },
    { field: 'approvedBy', header: 'Approuvé par' },
  ],
}

export const visitsSheet: SheetShape = {
  name: 'Visites',
  columns: [
    { field: 'customerName', header: 'Client' },
    { field: 'siteName', header: 'Point de service' },
    { field: 'siteAddress', header: 'Adresse' },
    { field: 'areaName', header: 'Zone' },
    { field: 'startedAt', header: 'Arrivée', kind: 'instant' },
    { field: 'finishedAt', header: 'Départ', kind: 'instant' },
    { field: 'seconds', header: 'Durée (s)', kind: 'number' },
    { field: 'passNumber', header: 'Passage', kind: 'number' },
    { field: 'kind', header: 'Ronde', choices: runKindNames },
    { field: 'unit', header: 'Unité' },
    { field: 'operator', header: 'Opérateur' },
    { field: 'routeName', header: 'Trajet' },
  ],
}

export const quotesSheet: SheetShape = {
  name: 'Soumissions',
  columns: withOthers(
    quoteFields,
    [
      { field: 'submittedAt', header: 'Reçue le', kind: 'instant' },
      { field: 'firstname', header: 'Prénom' },
      { field: 'lastname', header: 'Nom' },
      { field: 'email', header: 'Courriel' },
      { field: 'phone', header: 'Téléphone' },
      { field: 'address', header: 'Adresse' },
      { field: 'latitude', header: 'Latitude', kind: 'number' },
      { field: 'longitude', header: 'Longitude', kind: 'number' },
      { field: 'size', header: 'Entrée', choices: sizeNames },
      { field: 'slope', header: 'Pente', choices: slopeNames },
      { field: 'coating', header: 'Revêtement', choices: coatingNames },
      { field: 'hasTempo', header: 'Abri d’auto temporaire', kind: 'yesno' },
      { field: 'wantAlerts', header: 'Veut des alertes', kind: 'yesno' },
      { field: 'additionalInformation', header: 'Précisions', kind: 'long' },
      { field: 'polygon', header: 'Polygone', kind: 'long' },
      { field: 'squareFeet', header: 'Superficie (pi²)', kind: 'number' },
      { field: 'status', header: 'Statut', choices: quoteStatusNames },
      { field: 'notes', header: 'Notes', kind: 'long' },
      { field: 'clientLink', header: 'Client (numéro)' },
      { field: 'withdrawnAt', header: 'Retirée le', kind: 'instant' },
    ],
    ['location', 'addressParts'],
  ),
}

export const accountsSheet: SheetShape = {
  name: 'Comptes',
  columns: [
    { field: 'firstName', header: 'Prénom' },
    { field: 'lastName', header: 'Nom' },
    { field: 'email', header: 'Courriel' },
    { field: 'phone', header: 'Téléphone' },
    { field: 'role', header: 'Rôle', choices: roleNames },
    { field: 'canDispatch', header: 'Peut répartir', kind: 'yesno' },
    { field: 'emailVerified', header: 'Courriel confirmé', kind: 'yesno' },
    many('customers', 'Clients confiés'),
    many('sectors', 'Secteurs à aviser'),
    many('routes', 'Trajets à aviser'),
    { field: 'createdAt', header: 'Accès donné le', kind: 'instant' },
  ],
}
