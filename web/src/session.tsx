// Who is signed in, in which company and with which role. Read once and shared by every shell and screen.
import type { Account } from '@bordee/core/accounts/account.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import type { Module } from '@bordee/core/modules.ts'
import { type ActingRole, actingRole } from '@bordee/core/roles.ts'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { ask, initApi } from './api.ts'
import { IdentityClient } from './identity.ts'
import { report } from './report.ts'
import { hasDraft, onDraftsGone } from './ui/form/drafts.ts'
import { notify } from './ui/notify.ts'
import { readStorage, writeStorage } from './ui/storage.ts'

export const identity = new IdentityClient()

/**
 * A tab belongs to the company it was loaded for, whatever other tabs choose: it sends that id with every call, and
 * reloads when the server answers that the current company has changed. So it never mixes two companies.
 */
let tabCompany: string | null = null
initApi({
  token: (force) => identity.token(force),
  tokenAtHand: () => identity.tokenAtHand,
  companyId: () => tabCompany,
  onCompanyChanged: beginAnew,
})

const movedMark = 'bordee:moved'
function beginAnew() {
  writeStorage('sessionStorage', movedMark, '1')
  location.reload()
}

/** True once, just after the tab moved to another company. */
export function hasJustMoved(): boolean {
  const moved = readStorage('sessionStorage', movedMark) !== null
  writeStorage('sessionStorage', movedMark, null)
  return moved
}

/** Tells the browser's other tabs about a sign-in or sign-out. */
const tabs = new BroadcastChannel('bordee')

export type SessionState =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /** The account could not be read, which is not the same as being signed out. */
  | { status: 'failed' }
  /** Signed in, but must set up a second factor before anything else. */
  | { status: 'unfinished' }
  | {
      status: 'ready'
      account: Account
      company: Company | null
      role: ActingRole | null
      /** Signed out elsewhere, but a form here has unsaved changes: it stays until they are saved or dropped. */
      hasEnded?: boolean
    }

interface SessionActions {
  /** Reads the account and the company again, after a sign-in or a profile change. */
  reload(): Promise<SessionState>
  signOut(): Promise<void>
  /** `to`: the page to open there. */
  switchCompany(companyId: string, to?: string): Promise<void>
}

const SessionContext = createContext<(SessionActions & { state: SessionState }) | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'loading' })
  const latest = useRef(state)
  latest.current = state
  const isLeaving = useRef(false)

  const settle = useCallback((read: SessionState) => {
    const known = latest.current
    const wasReady = known.status === 'ready'
    if (wasReady && known.hasEnded && read.status === 'ready' && read.account.id !== known.account.id) return location.reload()
    const keeps = wasReady && read.status === 'anonymous' && hasDraft() && !isLeaving.current
    setState(keeps ? { ...known, hasEnded: true } : read)
  }, [])

  const reload = useCallback(async () => {
    const read = await readSession()
    settle(read)
    return read
  }, [settle])

  useEffect(() => onDraftsGone(() => identity.user ?? settle({ status: 'anonymous' })), [settle])

  useEffect(() => {
    if (wasSignedIn()) void ownCalls() // load them while the session is being read
    void reload()
    return identity.onChange((user, wasReplaced) => {
      tabCompany = null
      writeStorage('localStorage', signedInMark, user ? '1' : null)
      tabs.postMessage('identity')
      if (wasReplaced)
        location.reload() // nothing of the previous user may stay, not even in a form
      else if (!user) settle({ status: 'anonymous' })
    })
  }, [reload, settle])

  useEffect(() => {
    const onOtherTab = () => void identity.resume().then(reload, (error: unknown) => report(error, 'identity'))
    tabs.addEventListener('message', onOtherTab)
    return () => tabs.removeEventListener('message', onOtherTab)
  }, [reload])

  const value = useMemo(
    () => ({
      state,
      reload,
      async signOut() {
        isLeaving.current = true
        await identity.signOut().finally(() => {
          isLeaving.current = false
        })
      },
      async switchCompany(companyId: string, to = '/dashboard') {
        const { accountCalls } = await ownCalls()
        await ask(accountCalls.updateCurrentAccount, { account: { accesses: [{ companyId, isCurrent: true }] } })
        location.assign(to) // a full reload: nothing of the other company stays in memory
      },
    }),
    [state, reload],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Set by a sign-in, so that new visitors don't ask for a session. If storage is blocked, everyone asks. */
const signedInMark = 'bordee:signed-in'
const wasSignedIn = () => readStorage('localStorage', signedInMark, 'blocked') !== null

/** Loaded on demand: a visitor doesn't need these calls. */
async function ownCalls() {
  const [accounts, companies] = await Promise.all([
    import('@bordee/core/accounts/accounts.calls.ts'),
    import('@bordee/core/companies/companies.calls.ts'),
  ])
  return { ...accounts, ...companies }
}

/** Resumes the session kept by the browser first. If the server doesn't answer, that is a failure, not a sign-out. */
async function readSession(): Promise<SessionState> {
  try {
    if (!identity.user && wasSignedIn()) await identity.resume()
  } catch (error) {
    return unreadable(error, 'identity')
  }
  if (!identity.user) return { status: 'anonymous' }
  if (identity.user.lacksSecondFactor) return { status: 'unfinished' }
  try {
    const { accountCalls, companyCalls } = await ownCalls()
    const account = await ask(accountCalls.getCurrentAccount)
    tabCompany = account.currentAccess && (tabCompany ?? account.currentAccess.companyId)
    const company = tabCompany ? await ask(companyCalls.getCurrentCompany) : null
    return { status: 'ready', account, company, role: actingRole(account.role, account.currentAccess?.canDispatch ?? false) }
  } catch (error) {
    if (!identity.user) return { status: 'anonymous' }
    return unreadable(error, 'account')
  }
}

function unreadable(error: unknown, where: string): SessionState {
  report(error, where)
  notify('failure', 'Une erreur s’est produite lors de la récupération de votre compte.')
  return { status: 'failed' }
}

export function useSession() {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** Only for screens whose shell admits signed-in users only. */
export function useMe() {
  const { state } = useSession()
  if (state.status !== 'ready') throw new Error('No user is signed in')
  return state
}

export const isModuleActive = (company: Company | null, module: Module): boolean =>
  Boolean(
    {
      alerts: company?.alertConfig,
      contracts: company?.contractConfig,
      geolocation: company?.geolocationConfig,
      quotes: company?.quoteConfig,
    }[module]?.isActive,
  )
