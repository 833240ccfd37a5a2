import type { ReactNode } from 'react'
import { isFramed } from './framed.ts'

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

/** A winter evening: a house with a lit window and a cleared driveway. */
const Winter = () => (
  <svg className="winter" viewBox="0 0 480 300" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
    <g fill="#fff">
      {flakes.map(([x, y, r]) => (
        <circle key={`${x}${y}`} cx={x} cy={y} r={r} opacity={0.25 + r / 8} />
      ))}
    </g>
    <path d="M0 190Q120 130 250 178T480 150V300H0z" fill="#1F625A" />
    <g fill="#0F3733">
      <path d="M40 196l22-62 22 62zM92 204l17-50 17 50z" />
      <path d="M410 184l24-70 24 70zM372 192l15-44 15 44z" />
    </g>
    <g fill="#E8F2F0" opacity=".85">
      <path d="M62 134l8 22-8-4-8 4zM109 154l6 17-6-3-6 3zM434 114l8 24-8-4-8 4zM387 148l5 16-5-3-5 3z" />
    </g>
    <path d="M0 216Q110 184 240 204T480 194V300H0z" fill="#DCE9E8" />
    <g>
      <path d="M288 132V78h14v54z" fill="#8F4A3C" />
      <path d="M287 78q8-6 16 0" stroke="#fff" strokeWidth="5" strokeLinecap="round" fill="none" />
      <path d="M196 148h118v62H196z" fill="#E9D9BE" />
      <path d="M182 152l73-58 73 58z" fill="#12403C" />
      <path d="M178 153l77-62 77 62" stroke="#fff" strokeWidth="9" fill="none" strokeLinejoin="round" strokeLinecap="round" />
      <rect x="210" y="164" width="26" height="24" rx="2" fill="#F5B841" />
      <path d="M223 164v24M210 176h26" stroke="#8A6B2A" strokeWidth="2" />
      <rect x="252" y="162" width="48" height="48" rx="2" fill="#17504A" />
      <path d="M252 174h48M252 186h48M252 198h48" stroke="#0F3733" strokeWidth="1.6" />
    </g>
    <path d="M0 232Q130 204 250 212T480 216V300H0z" fill="#F4F8F9" />
    <path d="M252 210h48l60 90H196z" fill="#51666A" />
    <path d="M252 210q-26 40-62 90h14l54-90zM300 210q32 44 66 90h-14l-58-90z" fill="#fff" />
    <g stroke="#E8960C" strokeWidth="4" strokeLinecap="round">
      <path d="M222 236v-30M338 238v-30" />
    </g>
  </svg>
)

const flakes: [number, number, number][] = [
  [28, 40, 2],
  [74, 92, 3],
  [118, 26, 2.5],
  [160, 78, 2],
  [204, 34, 3],
  [262, 58, 2],
  [318, 22, 2.5],
  [352, 84, 3],
  [396, 44, 2],
  [446, 76, 2.5],
  [468, 20, 2],
  [16, 128, 2.5],
  [148, 132, 2],
  [350, 138, 2],
]
