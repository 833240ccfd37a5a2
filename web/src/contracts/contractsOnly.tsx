import type { ComponentType } from 'react'
import { isModuleActive, useMe } from '../session.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { LoadingPage } from '../ui/states.tsx'

const ContractsPresentation = lazyComponent(async () => (await import('./ContractsPresentation.tsx')).ContractsPresentation, LoadingPage)

/** For every contract and template page: a company without the module sees the presentation instead. */
export function contractsOnly(Page: ComponentType) {
  return function ContractsOnly() {
    const { company } = useMe()
    return isModuleActive(company, 'contracts') ? <Page /> : <ContractsPresentation />
  }
}
