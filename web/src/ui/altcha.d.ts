// The package ships its translations without types; importing one registers it.
declare module 'altcha/i18n/fr-ca'
