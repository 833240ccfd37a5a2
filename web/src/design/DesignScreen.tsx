// /design: every component in its states, to look at and to test. Only while developing.
import { type ReactNode, StrictMode } from 'react'
import { Look } from '../ui/Look.tsx'
import classes from './design.module.css'
import { FormsSection } from './FormsSection.tsx'
import { FoundationsSection } from './FoundationsSection.tsx'
import { GridsSection } from './GridsSection.tsx'
import { MapsSection } from './MapsSection.tsx'
import { PartsSection } from './PartsSection.tsx'
import { PublicSection } from './PublicSection.tsx'
import { StatesSection } from './StatesSection.tsx'

const sections: [id: string, title: string, content: ReactNode][] = [
  ['foundations', 'Fondations', <FoundationsSection key="foundations" />],
  ['grids', 'Grilles', <GridsSection key="grids" />],
  ['forms', 'Formulaires', <FormsSection key="forms" />],
  ['states', 'États et messages', <StatesSection key="states" />],
  ['parts', 'Pièces', <PartsSection key="parts" />],
  ['maps', 'Cartes', <MapsSection key="maps" />],
  ['public', 'Portail et pages publiques', <PublicSection key="public" />],
]

export default function DesignScreen() {
  return (
    <StrictMode>
      <Look>
        <main className={classes.page}>
          <h1>Neige et sapin</h1>
          <nav aria-label="Sections" className={classes.index}>
            {sections.map(([id, title]) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          {sections.map(([id, title, content]) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={classes.section}>
              <h2 id={`${id}-title`}>{title}</h2>
              {content}
            </section>
          ))}
        </main>
      </Look>
    </StrictMode>
  )
}
