import { seasonCalls } from '@bordee/core/season/season.calls.ts'
import {
  type CheckCount,
  type SeasonCheck,
  type SeasonLine,
  type SeasonReport,
  seasonCheckNames,
} from '@bordee/core/season/season-check.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Button, Checkbox, Progress } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { askText } from '../ui/dialogs.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { Status } from '../ui/Status.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import classes from './season.module.css'

/** The page where a line is fixed. */
function pathOf({ check, id, customerId }: SeasonLine): string {
  if (check.startsWith('site-')) return `/dashboard/client-folders/edit/${customerId}/sites/edit/${id}`
  if (check.startsWith('contract-')) return `/dashboard/contracts/edit/${id}`
  const others: Partial<Record<SeasonCheck, string>> = {
    'phone-failing': `/dashboard/client-folders/edit/${customerId}/occupants`,
    'route-without-driver': `/dashboard/geolocation/routes/edit/${id}`,
    'route-too-long': `/dashboard/geolocation/routes/edit/${id}`,
    'bank-too-small': '/dashboard/company/billing',
    'template-without-account': '/dashboard/company/payment-account',
    'tracker-silent': '/dashboard/geolocation/devices',
  }
  return others[check] ?? '/dashboard/season'
}

// season: what to fix before the first snowfall.
export function SeasonCheckScreen() {
  const report = useCall(seasonCalls.getSeasonCheck)
  return (
    <>
      <PageHeader title="Bilan de saison" description="Ce qu’il reste à régler pour la saison." />
      <Loaded query={report} pick={itself} what="Bilan de saison" home="/dashboard/operations">
        {(found) => <Report report={found} />}
      </Loaded>
    </>
  )
}

function Report({ report: { score, checks, lines } }: { report: SeasonReport }) {
  const [chosen, setChosen] = useState<SeasonCheck | null>(null)
  const [hasIgnored, setIgnored] = useState(false)
  const rows = lines.filter(({ check, ignoredReason }) => (chosen === null || check === chosen) && (hasIgnored || ignoredReason === null))
  return (
    <div className={classes.page}>
      <section className={`${classes.score} bordee-card`} aria-label="Ce qui est en ordre">
        <strong className="bordee-figures">{score}&nbsp;% en ordre</strong>
        <Progress value={score} size="lg" radius="xl" aria-label={`En ordre à ${score} %`} />
        <p>{`${count(checks.filter(({ open }) => open === 0).length, 'vérification')} sur ${checks.length} sans rien à régler`}</p>
      </section>
      <ul className={classes.checks}>
        {checks.map((one) => (
          <li key={one.check}>
            <CheckButton
              counted={one}
              isChosen={chosen === one.check}
              onChoose={() => setChosen(chosen === one.check ? null : one.check)}
            />
          </li>
        ))}
      </ul>
      {lines.length === 0 ? (
        <EmptyState card icon={<IconCircleCheck />} title="Tout est prêt" description="La neige peut tomber." />
      ) : (
        <Lines rows={rows} hasIgnored={hasIgnored} onIgnored={setIgnored} />
      )}
    </div>
  )
}

function CheckButton({ counted: { check, open }, isChosen, onChoose }: { counted: CheckCount; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={classes.check} data-done={open === 0 || undefined}>
      <strong className="bordee-figures">{formatNumber(open)}</strong>
      <span>{seasonCheckNames[check]}</span>
    </button>
  )
}

const ignoredColumn: GridColumn<SeasonLine> = {
  id: 'ignored',
  label: 'Ignoré',
  value: ({ ignoredReason }) => ignoredReason,
  cell: ({ ignoredReason }) => ignoredReason && <Status>{ignoredReason}</Status>,
  size: 180,
}

function Lines({ rows, hasIgnored, onIgnored }: { rows: SeasonLine[]; hasIgnored: boolean; onIgnored: (hasIgnored: boolean) => void }) {
  const navigate = useNavigate()
  const ignore = useAction(seasonCalls.ignoreSeasonLine, { failed: 'La ligne n’a pas été changée.' })

  async function askThenIgnore({ line, ignoredReason }: SeasonLine) {
    if (ignoredReason !== null) return ignore.mutate({ line, reason: null })
    const reason = await askText({ title: 'Ignorer cette ligne', label: 'Pourquoi', confirm: 'Ignorer' })
    if (reason) ignore.mutate({ line, reason })
  }

  const columns: GridColumn<SeasonLine>[] = [
    { id: 'check', label: 'À régler', kind: 'choice', choices: seasonCheckNames, value: ({ check }) => check, size: 250 },
    { id: 'title', label: 'Quoi', value: ({ title }) => title, size: 280 },
    { id: 'detail', label: 'Détail', value: ({ detail }) => detail, size: 240 },
    ...(hasIgnored ? [ignoredColumn] : []),
    {
      id: 'ignore',
      label: 'Action',
      data: false,
      value: () => '',
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={(event) => {
            event.stopPropagation()
            void askThenIgnore(row)
          }}
        >
          {row.ignoredReason === null ? 'Ignorer…' : 'Ne plus ignorer'}
        </Button>
      ),
      size: 130,
    },
  ]
  return (
    <DataGrid
      gridId="season-check"
      label="Bilan de saison"
      rows={rows}
      rowId={({ line }) => line}
      columns={columns}
      exportAs="bilan-de-saison"
      onOpen={(row) => void navigate({ to: pathOf(row) })}
      actions={
        <Checkbox label="Montrer ce qui est ignoré" checked={hasIgnored} onChange={(event) => onIgnored(event.currentTarget.checked)} />
      }
    />
  )
}
