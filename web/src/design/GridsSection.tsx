import { formatMoney } from '@bordee/core/money.ts'
import { compareText } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'
import classes from './design.module.css'
import { Sample, Samples } from './Sample.tsx'
import { contracts, type SampleContract, type SampleSector, sectors, statusWords } from './samples.ts'

const tones: Record<SampleContract['status'], StatusTone> = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'good',
  paid: 'good',
  unpaid: 'attention',
  declined: 'bad',
}

const columns: GridColumn<SampleContract>[] = [
  { id: 'number', label: 'Contrat', value: (contract) => contract.number, size: 120 },
  {
    id: 'client',
    label: 'Client',
    value: (contract) => contract.client,
    size: 190,
    cell: (contract) => <b style={{ fontWeight: 600 }}>{contract.client}</b>,
  },
  { id: 'site', label: 'Point de service', value: (contract) => contract.site, size: 290 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: statusWords,
    value: (contract) => contract.status,
    size: 130,
    cell: (contract) => <Status tone={tones[contract.status]}>{statusWords[contract.status]}</Status>,
  },
  { id: 'total', label: 'Total', kind: 'money', value: (contract) => contract.total, size: 120 },
  { id: 'due', label: 'Solde dû', kind: 'money', value: (contract) => contract.due || null, size: 120 },
  { id: 'startDate', label: 'Début', kind: 'date', value: (contract) => contract.startDate, size: 115 },
  { id: 'signedAt', label: 'Signé le', kind: 'instant', value: (contract) => contract.signedAt, size: 150 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: (contract) => contract.phone, size: 140 },
  { id: 'renewed', label: 'Renouvelé', kind: 'yesno', value: (contract) => contract.renewed, size: 110, hidden: true },
]

const contractId = (contract: SampleContract) => contract.id
const none: SampleContract[] = []

export function GridsSection() {
  const [many] = useState(() => contracts(10_000))
  const [few] = useState(() => contracts(12))
  return (
    <Samples>
      <Sample name="Dix mille lignes, détail, sélection, export" wide>
        <div className={classes.tall}>
          <DataGrid
            gridId="design-contracts"
            label="Contrats"
            rows={many}
            columns={columns}
            rowId={contractId}
            selectable
            exportAs="contrats"
            actions={(selected) => (
              <Button variant="default" disabled={!selected.length}>
                Envoyer{selected.length ? ` (${selected.length})` : ''}
              </Button>
            )}
            detail={(contract) => <Detail contract={contract} />}
          />
        </div>
      </Sample>
      <Sample name="Arbre, édition sur place" wide>
        <SectorsGrid />
      </Sample>
      <Sample name="Sélection obligatoire, ligne ouverte" wide>
        <FilteredGrid rows={few} />
      </Sample>
      <Sample name="Chargement">
        <DataGrid gridId="design-loading" label="En chargement" rows={undefined} columns={columns.slice(0, 3)} rowId={contractId} />
      </Sample>
      <Sample name="Suite à venir">
        <DataGrid
          gridId="design-incomplete"
          label="Incomplet"
          rows={few}
          complete={false}
          columns={columns.slice(0, 3)}
          rowId={contractId}
          exportAs="contrats"
        />
      </Sample>
      <Sample name="Suite en échec">
        <DataGrid
          gridId="design-half"
          label="Suite en échec"
          rows={few}
          complete={false}
          failed
          onRetry={() => {}}
          columns={columns.slice(0, 3)}
          rowId={contractId}
        />
      </Sample>
      <Sample name="Vide">
        <DataGrid
          gridId="design-empty"
          label="Vide"
          rows={none}
          columns={columns.slice(0, 3)}
          rowId={contractId}
          empty={{
            title: 'Aucun contrat cette saison',
            description: 'Créez le premier, ou renouvelez ceux de l’an dernier.',
            action: <Button>Nouveau contrat</Button>,
          }}
        />
      </Sample>
      <Sample name="Échec">
        <DataGrid
          gridId="design-failed"
          label="En échec"
          rows={undefined}
          columns={columns.slice(0, 3)}
          rowId={contractId}
          failed
          onRetry={() => {}}
        />
      </Sample>
    </Samples>
  )
}

function Detail({ contract }: { contract: SampleContract }) {
  return (
    <>
      <p style={{ margin: 0, color: 'var(--bordee-quiet)' }}>Contrat {contract.number}</p>
      <Title order={4} mb={8}>
        {contract.client}
      </Title>
      <Status tone={tones[contract.status]}>{statusWords[contract.status]}</Status>
      <dl className={classes.facts}>
        <div>
          <dt>Point de service</dt>
          <dd>{contract.site}</dd>
        </div>
        <div>
          <dt>Début</dt>
          <dd>{formatDate(contract.startDate)}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>{formatMoney(contract.total)}</dd>
        </div>
      </dl>
      <Button fullWidth>Ouvrir le contrat</Button>
    </>
  )
}

const sectorId = (sector: SampleSector) => sector.id
const sectorsOf = (sector: SampleSector) => sector.sectors

function SectorsGrid() {
  const [rows, setRows] = useState(sectors)
  const [sectorColumns] = useState((): GridColumn<SampleSector>[] => [
    {
      id: 'name',
      label: 'Secteur',
      value: (sector) => sector.name,
      size: 380,
      edit: (sector, name) => {
        if (!name) return 'Le nom est requis'
        if (compareText(name, 'Beauport') === 0 && sector.id !== 'Beauport') return 'Ce nom est déjà utilisé.'
        const renamed = (list: SampleSector[]): SampleSector[] =>
          list.map((one) => ({ ...one, name: one.id === sector.id ? name : one.name, sectors: one.sectors && renamed(one.sectors) }))
        setRows(renamed)
        return null
      },
    },
    { id: 'sites', label: 'Points', kind: 'number', value: (sector) => sector.sites, size: 120 },
  ])
  const [unfolded] = useState(['Rive-Sud'])
  return (
    <DataGrid
      gridId="design-sectors"
      label="Secteurs"
      rows={rows}
      columns={sectorColumns}
      rowId={sectorId}
      childrenOf={sectorsOf}
      unfolded={unfolded}
      pageSize={25}
    />
  )
}

function FilteredGrid({ rows }: { rows: SampleContract[] }) {
  const [selected, setSelected] = useState(['contract-3'])
  return (
    <DataGrid
      gridId="design-required"
      label="Sélection obligatoire"
      rows={rows}
      columns={columns.slice(0, 6)}
      rowId={contractId}
      selectable="required"
      selected={selected}
      onSelectedChange={setSelected}
      openId="contract-1"
    />
  )
}
