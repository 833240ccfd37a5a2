import { companyAdmins } from '@bordee/core/roles.ts'
import { page, sectionStart } from '../routing.ts'

const firstPage = page(
  'contract-templates/list/{-$id}',
  'Modèles de contrats',
  companyAdmins,
  () => import('./TemplatesScreen.tsx'),
  'TemplatesScreen',
)

export const templatePages = [
  firstPage,
  page(
    'contract-templates/create',
    'Nouveau modèle de contrat',
    companyAdmins,
    () => import('./TemplateFormScreen.tsx'),
    'CreateTemplateScreen',
  ),
  page('contract-templates/$id/edit', 'Modèle de contrat', companyAdmins, () => import('./TemplateFormScreen.tsx'), 'EditTemplateScreen'),
  ...sectionStart('contract-templates', firstPage),
] as const
