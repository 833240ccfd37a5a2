import { instalments } from '@bordee/core/contracts/contract-money.ts'
import { ceilingFacts } from '@bordee/core/operations/ceiling.ts'
import { requirementFacts } from '@bordee/core/operations/requirement.ts'
import { prepaymentWarning } from '@bordee/core/templates/prepayment.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import type { Template } from '@bordee/core/templates/template.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { nsfFacts, paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconArchiveOff, IconCopy, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { askText } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { Status } from '../ui/Status.tsx'
import { Clauses, MoneyTable, PricesTable, ScheduleTable, ServicesTable } from './TermTables.tsx'
import { noTaxes, totalOf } from './templateForm.ts'
import classes from './templates.module.css'
import { usePlaceOfCompany } from './usePlaceOfCompany.ts'

/** A template's whole content, with the taxes that a contract would have at the company's address. */
export function TemplateDetail({ template }: { template: Template }) {
  const place = usePlaceOfCompany()
  const { services, isTaxesCharged, startAt, endAt, paymentSchedules, contractTemplatePaymentMethod: methods } = template
  const ceiling = ceilingFacts(template)
  const requirement = requirementFacts(template.requirement)
  const total = totalOf(services, isTaxesCharged, place, startAt)
  const warning = prepaymentWarning({ paymentMethods: methods, schedules: paymentSchedules, startAt })
  return (
    <article className={`${classes.detail} bordee-card`} aria-label={template.name}>
      <Group justify="space-between" align="start">
        <div>
          <Title order={2}>{template.name}</Title>
          {template.deletedAt && <Status>Archivé</Status>}
        </div>
        <Actions template={template} />
      </Group>
      {template.description && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {template.description}
        </Text>
      )}
      {warning && (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          {warning}
        </Alert>
      )}
      <Facts
        facts={{
          Période: `${formatDate(startAt)} – ${formatDate(endAt)}`,
          'Modes de paiement': methods.map((method) => paymentMethodNames[method]).join(', '),
          ...nsfFacts(template),
          Marque: [template.companyName, template.companyEmail].filter(Boolean).join(', '),
        }}
      />
      <div className={classes.columns}>
        <section aria-label="Services">
          <Title order={3}>Services</Title>
          {(services.length === 0 || services.some(isSeason)) && (
            <>
              <ServicesTable services={services} />
              <MoneyTable {...total} note={noTaxes(isTaxesCharged)} />
            </>
          )}
          <PricesTable services={services} isTaxesCharged={isTaxesCharged} />
        </section>
        <section aria-label="Versements">
          <Title order={3}>Versements</Title>
          <ScheduleTable dues={instalments(total.totalPrice, paymentSchedules)} />
        </section>
      </div>
      {Object.keys(ceiling).length > 0 && (
        <section aria-label="Plafond de la saison">
          <Title order={3} mb="xs">
            Plafond de la saison
          </Title>
          <Facts facts={ceiling} />
        </section>
      )}
      {Object.keys(requirement).length > 0 && (
        <section aria-label="Exigences">
          <Title order={3} mb="xs">
            Exigences
          </Title>
          <Facts facts={requirement} />
        </section>
      )}
      {template.clauses && (
        <section aria-label="Clauses">
          <Title order={3} mb="xs">
            Clauses
          </Title>
          <Clauses html={template.clauses} />
        </section>
      )}
    </article>
  )
}

function Actions({ template }: { template: Template }) {
  const { id, name, deletedAt, isUsed } = template
  const navigate = useNavigate()
  const open = (other?: string) => navigate({ to: '/dashboard/contract-templates/list/{-$id}', params: { id: other } })
  const archive = useAction(templateCalls.archiveTemplate, {
    done: deletedAt ? 'Modèle de contrat restauré' : 'Modèle de contrat archivé',
    failed: 'Impossible d’archiver le modèle de contrat',
  })
  const duplicate = useAction(templateCalls.duplicateTemplate, {
    done: 'Modèle de contrat dupliqué',
    failed: 'Impossible de dupliquer le modèle de contrat',
    after: (copy) => open(copy.id),
  })
  const remove = useAction(templateCalls.deleteTemplate, {
    done: 'Modèle de contrat supprimé',
    failed: 'Impossible de supprimer le modèle de contrat',
    after: () => open(),
  })

  async function askThenDuplicate() {
    const given = await askText({ title: 'Dupliquer le modèle', label: 'Nom de la copie', value: `${name} (Copie)`, confirm: 'Dupliquer' })
    if (given) duplicate.mutate({ id, name: given })
  }

  return (
    <Group gap="xs">
      <LinkButton to={`/dashboard/contract-templates/${id}/edit`} leftSection={<IconPencil size={16} />}>
        Modifier
      </LinkButton>
      <Button variant="default" leftSection={<IconCopy size={16} />} loading={duplicate.isPending} onClick={() => void askThenDuplicate()}>
        Dupliquer
      </Button>
      <Button
        variant="default"
        leftSection={deletedAt ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        loading={archive.isPending}
        onClick={() => archive.mutate({ id })}
      >
        {deletedAt ? 'Restaurer' : 'Archiver'}
      </Button>
      {!isUsed && (
        <RemoveButton
          question={{
            title: `Supprimer «\u00a0${name}\u00a0»?`,
            message: 'Aucun contrat n’a été fait à partir de ce modèle. Cela ne peut pas être annulé.',
          }}
          busy={remove.isPending}
          onRemove={() => remove.mutate({ id })}
        />
      )}
    </Group>
  )
}
