import { createRoute, redirect } from '@tanstack/react-router'
import { page, portal, portalPage } from '../routing.ts'
import { LostInPortal } from '../shells/Lost.tsx'

const pages = [
  createRoute({
    getParentRoute: () => portal,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/client/contracts' })
    },
  }),
  createRoute({
    getParentRoute: () => portal,
    path: 'auth',
    beforeLoad: () => {
      throw redirect({ to: '/auth/client/sign-in' })
    },
  }),
  portalPage('contracts', 'Contrats', () => import('./PortalContractsScreen.tsx'), 'PortalContractsScreen'),
  portalPage('contracts/$contractId', 'Contrat', () => import('./PortalContractScreen.tsx'), 'PortalContractScreen'),
  portalPage('contracts/$contractId/occupants', 'Occupants à aviser', () => import('./PortalOccupantsScreen.tsx'), 'PortalOccupantsScreen'),
  portalPage(
    'contracts/$contractId/payment/{-$paymentScheduleId}',
    'Versements',
    () => import('./PortalPaymentScreen.tsx'),
    'PortalPaymentScreen',
  ),
  portalPage('invoices', 'À payer', () => import('./PortalInvoicesScreen.tsx'), 'PortalInvoicesScreen'),
  portalPage('invoices/$invoiceId', 'Facture', () => import('./PortalInvoiceScreen.tsx'), 'PortalInvoiceScreen'),
  portalPage(
    'invoices/payment/$invoiceIds',
    'Paiement par carte',
    () => import('./PortalInvoicePaymentScreen.tsx'),
    'PortalInvoicePaymentScreen',
  ),
  portalPage('visits', 'Passages', () => import('./PortalVisitsScreen.tsx'), 'PortalVisitsScreen'),
  portalPage('alerts', 'Mes alertes', () => import('./PortalAlertsScreen.tsx'), 'PortalAlertsScreen'),
  portalPage('data', 'Mes données', () => import('./PortalDataScreen.tsx'), 'PortalDataScreen'),
  createRoute({ getParentRoute: () => portal, path: '$', component: LostInPortal, staticData: { title: 'Page introuvable' } }),
] as const
export const portalPages = portal.addChildren(pages)

/** In the back-office, where a client lands who signs in there. */
export const clientPage = page('i-am-client', 'Espace client', ['client'], () => import('./IAmClientScreen.tsx'), 'IAmClientScreen')
