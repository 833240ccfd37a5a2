// Words people use for column headings and sheet names, in French and English, normalised by `wordsOf` (guesses.ts).
import type { ImportEntity } from './import.ts'

export const firstNames = ['prenom', 'first name', 'firstname', 'given name']
export const lastNames = ['nom famille', 'last name', 'lastname', 'surname', 'family name']
export const familyNames = ['nom', 'name', ...lastNames]

/** A sheet whose name contains one of these words is about that entity. */
export const subjects: Record<ImportEntity, readonly string[]> = {
  clients: ['client', 'clients', 'clientele', 'abonnes'],
  sites: ['points', 'point', 'sites', 'site', 'adresse', 'adresses', 'addresses', 'proprietes', 'properties', 'immeubles', 'entrees'],
  occupants: ['occupants', 'occupant', 'contacts', 'contact', 'residents', 'locataires', 'tenants'],
  templates: ['modeles', 'modele', 'templates', 'template', 'forfaits'],
  contracts: ['contrats', 'contrat', 'contracts', 'contract', 'ententes'],
  routes: ['trajets', 'trajet', 'routes', 'route', 'circuits', 'tournees', 'parcours'],
  services: ['services'],
  areas: ['zones', 'areas'],
  sectors: ['secteurs', 'sectors'],
  messages: ['messages'],
  unsubscribed: ['desabonnements', 'desabonnes', 'unsubscribed'],
}

const names = ['nom', 'nom complet', 'name', 'full name', 'nom prenom', 'nom et prenom', 'prenom et nom', 'prenom nom']
const clientNames = ['client', 'nom client', 'client name', 'proprietaire', 'owner', 'compagnie', 'company', 'company name', 'entreprise']
const clientNumbers = [
  'numero client',
  'client number',
  'client id',
  'id client',
  'client numero',
  'code client',
  'numero dossier',
  'dossier',
]
const phoneWords = ['telephone', 'telephone number', 'numero telephone', 'telephone principal', 'telephone client', 'main telephone']
const homePhones = [
  'telephone maison',
  'telephone residence',
  'telephone domicile',
  'home telephone',
  'telephone res',
  'telephone bureau',
  'work telephone',
]
export const cellWords = [
  'cellulaire',
  'cellphone',
  'cellulaire telephone',
  'telephone cellulaire',
  'numero cellulaire',
  'telephone alerte',
  'texto',
  'sms',
]
const secondPhones = [
  'telephone 2',
  'cellulaire 2',
  'telephone conjoint',
  'cellulaire conjoint',
  'conjoint telephone',
  'conjoint cellulaire',
]
const noteWords = ['notes', 'note', 'remarques', 'remarque', 'commentaires', 'commentaire', 'comments', 'comment', 'observations']
const siteWords = ['point service', 'nom point service', 'site', 'site name', 'nom site', 'emplacement', 'immeuble', 'building', 'lieu']
const addressWords = [
  'adresse',
  'adresse complete',
  'full adresse',
  'adresse service',
  'service adresse',
  'adresse civique',
  'street adresse',
  'lieu service',
  'adresse postale',
  'adresse client',
  'adresse ligne 1',
  'adresse line 1',
  'adresse residence',
  'adresse deneigement',
  'client adresse',
]

export const streets = ['rue', 'street', 'nom rue', 'street name', 'rue service']

/** Synonyms of our headings. */
export const otherWords: Record<string, readonly string[]> = {
  'clients.number': [...clientNumbers, 'numero', 'id', 'code', 'account number', 'reference', 'ref'],
  'clients.name': [...names, ...clientNames, 'raison sociale', 'nom entreprise', 'nom compagnie'],
  'clients.type': ['type client', 'client type', 'categorie', 'category', 'residentiel commercial'],
  'clients.firstName': firstNames,
  'clients.lastName': familyNames,
  'clients.email': ['courriel', 'e courriel', 'adresse courriel', 'courriel adresse', 'adresse electronique', 'courriel client'],
  'clients.phone': [...phoneWords, ...homePhones, ...cellWords],
  'clients.post': ['poste', 'ext', 'extension', 'poste telephonique'],
  'clients.notes': noteWords,
  'clients.billingCivicNumber': [
    'numero civique',
    'civique',
    'numero civique facturation',
    'billing civic number',
    'billing street number',
  ],
  'clients.billingStreet': ['rue', 'street', 'rue facturation', 'billing street', 'adresse facturation', 'billing adresse'],
  'clients.billingApartment': ['appartement', 'app', 'apt', 'suite', 'unit', 'appartement facturation', 'billing apartment'],
  'clients.billingCity': ['ville', 'city', 'municipalite', 'ville facturation', 'billing city'],
  'clients.billingState': ['province', 'state', 'province facturation', 'billing province', 'billing state'],
  'clients.billingZip': [
    'code postal',
    'cp',
    'postal code',
    'zip',
    'zip code',
    'code postal facturation',
    'billing postal code',
    'billing zip',
  ],
  'clients.billingCountry': ['pays', 'country', 'pays facturation', 'billing country'],
  'sites.clientLink': [...clientNames, ...clientNumbers],
  'sites.name': [...siteWords, 'nom', 'name'],
  'sites.address': addressWords,
  'sites.civicNumber': ['civique', 'civic number', 'street number', 'house number', 'numero porte', 'numero', 'numero rue'],
  'sites.street': streets,
  'sites.apartment': ['app', 'apt', 'appt', 'apartment', 'suite', 'unite', 'unit', 'local', 'logement', 'bureau'],
  'sites.city': ['ville titre', 'city', 'municipalite', 'town', 'localite', 'ville service'],
  'sites.state': ['state', 'region'],
  'sites.zip': ['cp', 'postal code', 'postcode', 'zip', 'zip code', 'postal', 'code postal service'],
  'sites.country': ['country'],
  'sites.latitude': ['lat'],
  'sites.longitude': ['long', 'lng', 'lon'],
  'sites.type': ['type site', 'type propriete', 'property type'],
  'sites.isInactive': ['inactif', 'inactive', 'desactivee'],
  'sites.notes': noteWords,
  'occupants.clientLink': [...clientNames, ...clientNumbers],
  'occupants.siteLink': [...siteWords, ...addressWords],
  'occupants.name': [
    ...names,
    'occupant',
    'contact',
    'resident',
    'locataire',
    'tenant',
    'nom contact',
    'contact name',
    'client',
    'nom client',
    'client name',
    'proprietaire',
    'owner',
  ],
  'occupants.firstName': firstNames,
  'occupants.lastName': familyNames,
  'occupants.phone': [...cellWords, ...phoneWords, ...homePhones],
  'occupants.otherName': ['conjoint', 'nom conjoint', 'conjoint name', 'nom 2', 'deuxieme occupant'],
  'occupants.otherPhone': ['autre telephone', 'autre cellulaire', ...secondPhones],
  'occupants.communicationMethod': [
    'methode',
    'methode alerte',
    'mode communication',
    'methode communication',
    'alert method',
    'contact method',
    'mode contact',
    'texto ou appel',
    'communication method',
    'type alerte',
  ],
  'occupants.unsubscribed': ['desabonnee', 'unsubscribed'],
  'occupants.notes': noteWords,
  'contracts.clientLink': [...clientNames, ...clientNumbers],
  'contracts.siteLink': [...siteWords, ...addressWords],
  'contracts.contractNumber': ['numero contrat', 'contrat', 'contract number'],
  'contracts.contractTemplateLink': ['modele', 'template', 'contract template', 'type contrat', 'forfait'],
  'contracts.serviceLink': ['services', 'service name', 'nom service', 'description service'],
  'contracts.servicePrice': ['prix', 'montant', 'price', 'amount', 'cout', 'tarif', 'prix saison', 'prix unitaire', 'unit price'],
  'contracts.serviceQuantity': ['quantity', 'nombre'],
  'contracts.startAt': ['debut', 'start date', 'start', 'debut contrat', 'date debut contrat'],
  'contracts.endAt': ['fin', 'end date', 'end', 'fin contrat', 'date fin contrat', 'echeance'],
  'contracts.paymentMethods': ['mode paiement', 'paiement', 'payment method', 'payment methods'],
  'contracts.clauses': ['conditions', 'terms', 'clause'],
  'routes.name': ['trajet', 'route', 'route name', 'circuit', 'tournee', 'parcours', 'nom route', 'nom circuit', 'nom'],
  'routes.clientLink': [...clientNames, ...clientNumbers],
  'routes.siteLink': [...siteWords, ...addressWords],
  'routes.siteBefore': ['points prevenus avance'], // what our exports once said
  'services.name': ['service', 'name', 'nom service', 'service name'],
  'services.color': ['color', 'colour'],
}
