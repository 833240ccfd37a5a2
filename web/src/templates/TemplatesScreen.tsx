import type { Template } from '@bordee/core/templates/template.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { formatDate } from '@bordee/core/time.ts'
import { IconFileText } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { TemplateDetail } from './TemplateDetail.tsx'
import classes from './templates.module.css'

const list = '/dashboard/contract-templates/list'

// contract-templates/list/:id?: the templates that a season's contracts start from (docs/product/templates.md).
export const TemplatesScreen = contractsOnly(() => {
  const templates = useCall(templateCalls.listTemplates)
  const { id } = useParams({ from: '/dashboard/contract-templates/list/{-$id}' })
  if (templates.isPending) return <LoadingPage />
  if (!templates.data) return <BrokenPart page onRetry={() => void templates.refetch()} />
  // Active templates first; the first one shows when none is chosen.
  const inOrder = templates.data.toSorted((a, b) => Number(a.deletedAt !== null) - Number(b.deletedAt !== null))
  const chosen = id ? inOrder.find((one) => one.id === id) : inOrder[0]
  return (
    <>
      <PageHeader
        title="Modèles de contrats"
        actions={<CreateButton to="/dashboard/contract-templates/create">Nouveau modèle</CreateButton>}
      />
      {chosen ? (
        <div className={classes.layout}>
          <nav className={`${classes.list} bordee-card`} aria-label="Modèles de contrats">
            <ul>
              {inOrder.map((template) => (
                <li key={template.id}>
                  <Entry template={template} isChosen={template === chosen} />
                </li>
              ))}
            </ul>
          </nav>
          <TemplateDetail key={chosen.id} template={chosen} />
        </div>
      ) : (
        <EmptyState
          card
          icon={<IconFileText />}
          title="Aucun modèle de contrat"
          description={
            'Préparez une fois les services, les versements et les clauses de la saison\u00a0: chaque contrat commencera avec eux.'
          }
          action={<LinkButton to="/dashboard/contract-templates/create">Créer un modèle</LinkButton>}
        />
      )}
      {id && !chosen && <GoTo path={list} />}
    </>
  )
})

function Entry({ template, isChosen }: { template: Template; isChosen: boolean }) {
  return (
    <Link
      to="/dashboard/contract-templates/list/{-$id}"
      params={{ id: template.id }}
      className={classes.entry}
      aria-current={isChosen || undefined}
      activeProps={{}}
      replace
    >
      <span>
        {template.name}
        <small>
          {formatDate(template.startAt)} – {formatDate(template.endAt)}
        </small>
      </span>
      {template.deletedAt && <Status>Archivé</Status>}
    </Link>
  )
}
