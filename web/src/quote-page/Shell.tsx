import type { ReactNode } from 'react'
import { isFramed } from './framed.ts'
import { Winter } from './Winter.tsx'

export interface Sender {
  name: string
  logo: string | null
}

interface Props {
  title: string
  lead?: ReactNode
  /** The company whose page it is; Bordée's own if absent. */
  company?: Sender | null
  /** Shown beside the title: what happens next. */
  promise?: ReactNode
  children: ReactNode
}

/**
 * The title over a winter scene, with the form beside or below it. The scene is left out of a frame, where the site
 * has its own look.
 */
export function Shell({ title, lead, company, promise, children }: Props) {
  return (
    <div className="page">
      <header className="hero">
        <div className="hero-text">
          {company ? <CompanySign {...company} /> : !isFramed && <Brand />}
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {promise}
        </div>
        {!isFramed && <Winter />}
      </header>
      <main className="main">{children}</main>
    </div>
  )
}

const Brand = () => (
  <span className="brand">
    <img src="/icon.svg" width={32} height={32} alt="" />
    Bordée
  </span>
)

const CompanySign = ({ name, logo }: Sender) => (
  <span className="brand">
    {logo && <img className="logo" src={logo} alt="" />}
    {name}
  </span>
)
