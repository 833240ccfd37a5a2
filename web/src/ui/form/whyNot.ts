import type { Why } from '../WhyButton.tsx'

/** Why a form that is checked while it is typed can't be saved yet. */
export const whyNot = (isChecking: boolean, isRefused: boolean): Why =>
  isChecking ? 'Un instant\u00a0: nous vérifions ce que vous avez entré.' : isRefused && 'Corrigez d’abord les champs en rouge.'

export const saveFirst = 'Enregistrez d’abord vos changements.'
