import { formatMoney } from '@bordee/core/money.ts'
import { Button, Text } from '@mantine/core'
import { IconFileText, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Chart } from '../ui/Charts.tsx'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { notify } from '../ui/notify.ts'
import { openFile } from '../ui/openFile.ts'
import { Wizard } from '../ui/Wizard.tsx'
import { Sample, Samples } from './Sample.tsx'

const RichText = lazyComponent(async () => (await import('../ui/RichText.tsx')).RichText)

const months = ['Nov.', 'Déc.', 'Janv.', 'Févr.', 'Mars'].map((month, i) => ({
  month,
  Alertes: 300 + ((i * 97) % 260),
  Passages: 500 - ((i * 61) % 220),
}))
const byStatus = [
  { name: 'Payé', value: 64200 },
  { name: 'Accepté', value: 38100, color: 'info' as const },
  { name: 'Impayé', value: 12400, color: 'amber' as const },
]

const commands = [
  { id: 'clients', label: 'Clients', group: 'Aller à', icon: <IconUsers size={18} />, run: () => notify('success', 'Clients') },
  {
    id: 'contracts',
    label: 'Contrats',
    description: 'Liste, envoi, paiements',
    group: 'Aller à',
    icon: <IconFileText size={18} />,
    run: () => notify('success', 'Contrats'),
  },
  { id: 'new', label: 'Nouveau contrat', group: 'Faire', run: () => notify('success', 'Nouveau contrat') },
]

export function PartsSection() {
  const [step, setStep] = useState(1)
  const [askedFor, setAskedFor] = useState(0)
  const [files, setFiles] = useState([new File(['x'.repeat(34_000)], 'clients-2026.xlsx')])
  const [html, setHtml] = useState(
    '<h2>Conditions</h2><p>Le déneigement est effectué <strong>avant 7 h</strong> dès 5 cm.</p><ul><li>' +
      '<p>Premier passage</p></li><li><p>Finition</p></li></ul>',
  )
  return (
    <Samples>
      <Sample name="Assistant" wide>
        <div className="bordee-card" style={{ padding: 20 }}>
          <Wizard
            label="Nouveau client"
            step={step}
            onStep={setStep}
            onFinish={() => notify('success', 'Client créé avec succès')}
            steps={[
              { label: 'Client', content: <Text size="sm">Nom, courriel et téléphone.</Text> },
              { label: 'Point de service', content: <Text size="sm">Adresse et zones à déneiger.</Text> },
              { label: 'Occupants', content: <Text size="sm">Qui reçoit les alertes.</Text> },
            ]}
          />
        </div>
      </Sample>
      <Sample name="Texte riche" wide>
        <RichText label="Clauses" value={html} onChange={setHtml} />
      </Sample>
      <Sample name="Fichiers">
        <FileDrop
          label="Classeurs Excel ou CSV"
          accept={{ 'text/csv': ['.csv'], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] }}
          files={files}
          onChange={setFiles}
        />
      </Sample>
      <Sample name="Histogramme">
        <div className="bordee-card" style={{ padding: 16 }}>
          <Chart
            kind="bar"
            label="Alertes et passages par mois"
            data={months}
            by="month"
            series={[{ name: 'Alertes' }, { name: 'Passages', color: 'quiet' }]}
          />
        </div>
      </Sample>
      <Sample name="Courbe">
        <div className="bordee-card" style={{ padding: 16 }}>
          <Chart kind="line" label="Alertes par mois" data={months} by="month" series={[{ name: 'Alertes' }]} />
        </div>
      </Sample>
      <Sample name="Anneau">
        <div className="bordee-card" style={{ padding: 16 }}>
          <Chart kind="donut" label="Montants par statut" data={byStatus} format={formatMoney} total={formatMoney(114700)} />
        </div>
      </Sample>
      <Sample name="Commandes (Ctrl + K) et PDF">
        <Button variant="default" mr="xs" onClick={() => setAskedFor(askedFor + 1)}>
          Ouvrir les commandes
        </Button>
        <Button variant="default" onClick={() => void openFile(async () => new Blob(['%PDF-1.4'], { type: 'application/pdf' }))}>
          Imprimer
        </Button>
        <CommandPalette commands={commands} askedFor={askedFor} />
      </Sample>
    </Samples>
  )
}
