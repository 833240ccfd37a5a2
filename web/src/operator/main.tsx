// /operateur: the drivers' page. Built apart from the back-office: it is light, dark and opens without a network.
import '@fontsource-variable/figtree'
import './operator.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { report } from '../report.ts'
import { OperatorPage } from './OperatorPage.tsx'
import { Shift } from './shift.ts'

addEventListener('unhandledrejection', ({ reason }) => report(reason, 'operator'))

// Only a build has the service worker, because it lists the build's files.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/operateur/sw.js', { scope: '/operateur' }).catch((error: unknown) => report(error, 'worker'))

const shift = new Shift()
void shift.begin()

const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <StrictMode>
      <OperatorPage shift={shift} />
    </StrictMode>,
  )
