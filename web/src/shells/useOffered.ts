import { among } from '@bordee/core/roles.ts'
import { useConfig } from '../config.ts'
import type { Section } from '../routing.ts'
import { isModuleActive, useMe } from '../session.tsx'

/** Whether a section is in the signed-in user's menu and palette. */
export function useOffered() {
  const { role, company } = useMe()
  const hasDemo = useConfig()?.demo ?? false
  return ({ who, modules, isOpen, group, isAnywhere = false }: Section): boolean =>
    among(who, role) &&
    (company !== null || group === 'platform' || isAnywhere) &&
    (modules?.some((module) => isModuleActive(company, module)) ?? true) &&
    (isOpen?.(role, hasDemo) ?? true)
}
