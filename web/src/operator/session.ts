// Who is driving: as the server says, or as the phone remembers when there is no network.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { alertSenders, among } from '@bordee/core/roles.ts'
import { ask, initApi } from '../api.ts'
import { IdentityClient } from '../identity.ts'
import { keepFact, readFact } from './kept.ts'

export interface Who {
  accountId: string
  email: string
  name: string
  companyId: string
  companyName: string
  /** Where the driver can send a text message. */
  officePhone?: string
  /** The numbers of the company's trucks. */
  units?: readonly string[]
  /** Whether his role and the company's modules let him drive. */
  mayDrive: boolean
}

const identity = new IdentityClient()

/** The account and company the page was opened for. Nothing queued for them is ever sent in another name. */
let accountId: string | null = null
let companyId: string | null = null
initApi({
  async token(force) {
    const token = await identity.token(force)
    if (accountId && identity.user && identity.user.uid !== accountId) throw new Error('someone else has signed in')
    return token
  },
  tokenAtHand: () => identity.tokenAtHand,
  companyId: () => companyId,
  onCompanyChanged: () => undefined, // the queue handles the refusal
})

const fact = 'who'
const signedInMark = 'bordee:signed-in'

// If someone else signs in from another tab, reload the page for him.
identity.onChange((user, wasReplaced) => {
  if (user && wasReplaced) location.reload()
})

/** Null when nobody is signed in. Without a network, the last operator. */
export async function readWho(): Promise<Who | null> {
  try {
    if (!identity.user) await identity.resume()
    if (!identity.user) return null
    return await askWho()
  } catch {
    const known = await readFact<Who>(fact)
    if (identity.user && identity.user.uid !== known?.accountId) return null // someone else has signed in, whom the phone doesn't know
    companyId = known?.companyId ?? null
    accountId = known?.accountId ?? null
    return known ?? null
  }
}

export async function signIn(email: string, password: string, code?: string): Promise<Who> {
  accountId = null
  await identity.signIn(email, password, code ? { code } : {})
  localStorage.setItem(signedInMark, '1') // so that the back-office looks for a session
  return askWho()
}

async function askWho(): Promise<Who> {
  companyId = null
  const account = await ask(accountCalls.getCurrentAccount)
  accountId = account.id
  companyId = account.currentAccess?.companyId ?? null
  const company = companyId ? await ask(companyCalls.getCurrentCompany) : null
  const who: Who = {
    accountId: account.id,
    email: account.email,
    name: [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email,
    companyId: companyId ?? '',
    companyName: company?.name ?? '',
    officePhone: company?.phone ?? '',
    units: company?.operationConfig.units ?? [],
    mayDrive: among(alertSenders, account.role) && company?.geolocationConfig.isActive === true,
  }
  await keepFact(fact, who)
  return who
}
