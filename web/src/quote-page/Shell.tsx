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
  /** Whose page it is; Bordée's unless it is a company's. */
  company?: Sender | null
  /** What stands beside the title: how it goes on. */
  promise?: ReactNode
  children: ReactNode
}

/** The title on a winter's evening, and beside or below it what there is to do. In a frame the site around has its own winter. */
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
