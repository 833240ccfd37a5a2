// What Stripe's API accepts and returns, read from the declarations of the pinned SDK, which Stripe generates from its
// published OpenAPI description: always the version that the gateway uses, without copying any of it. Only the
// resources we use are read.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { declarationsOf, type Type } from './declarations.ts'

const home = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..')
const textOf = (...path: string[]) => readFileSync(join(home, 'cjs', ...path), 'utf8')

/** « v2596 »: the edition of the OpenAPI description that the SDK was generated from. */
export const openApiVersion = readFileSync(join(home, 'OPENAPI_VERSION'), 'utf8').trim()
export const apiVersion = /ApiVersion = '([^']+)'/.exec(textOf('apiVersion.js'))?.[1] ?? ''

const files = [
  'AccountLinks',
  'AccountSessions',
  'Accounts',
  'BalanceTransactions',
  'Charges',
  'Checkout/Sessions',
  'Customers',
  'Disputes',
  'InvoiceLineItems',
  'Invoices',
  'LoginLinks',
  'PaymentIntents',
  'PaymentMethods',
  'Refunds',
  'SetupIntents',
]

export interface Operation {
  verb: string
  /** With named groups for its parameters. */
  path: RegExp
  params: Type
  answer: Type
  isList: boolean
}

/** By file, then by name: `Account.Controller`. Several files have a `Session`. */
const types = new Map(['shared', ...files].map((file) => [file, declarationsOf(readDeclarations(file))]))

function readDeclarations(file: string): string {
  return file === 'shared' ? textOf('shared.d.ts') : textOf('resources', `${file}.d.ts`)
}

const retrieveAccount: Operation = {
  verb: 'GET',
  path: /^\/v1\/accounts\/(?<id>[^/]+)$/,
  params: { is: 'name', name: 'AccountRetrieveParams', file: 'Accounts', within: '' },
  answer: { is: 'name', name: 'Account', file: 'Accounts', within: '' },
  isList: false,
}

export const operations: Operation[] = files.flatMap((file) => {
  const signatures = new Map(
    [...withoutComments(readDeclarations(file)).matchAll(/^ {4}(\w+)\(([^;]*?)\): (\w+)<(?:[\w.]+<)?([\w. |]+)>+;/gm)].map(
      ([, name = '', given = '', promise = '', answer = '']) => [
        name,
        { params: /params\??: ([\w.]+)/.exec(given)?.[1], answer, isList: promise === 'ApiListPromise' },
      ],
    ),
  )
  // `accounts.retrieve` is written differently from all the others: without an id it means one's own account.
  const special = file === 'Accounts' ? [retrieveAccount] : []
  const requests = textOf('resources', `${file}.js`).matchAll(
    /^ {4}(\w+)\([^)]*\) \{\s+return this\._makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/gm,
  )
  const ordinary = [...requests].flatMap(([, name = '', verb = '', plain, filled]) => {
    const signature = signatures.get(name)
    if (!signature) return []
    const path = (plain ?? filled ?? '').replace(/\$\{encodeURIComponent\((\w+)\)\}/g, '(?<$1>[^/]+)')
    const isSearch = path.endsWith('/search')
    return [
      {
        verb,
        path: new RegExp(`^${path}$`),
        params: { is: 'name' as const, name: signature.params ?? 'nothing', file, within: '' },
        answer: { is: 'name' as const, name: signature.answer.split(' | ')[0] ?? '', file, within: '' },
        isList: signature.isList || isSearch,
      },
    ]
  })
  return [...special, ...ordinary]
})

function withoutComments(text: string) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '')
}

/** Resolves a name where it is used, innermost namespace first. Undefined if its file was not read. */
export function meaningOf({
  name,
  file = 'shared',
  within = '',
}: Extract<Type, { is: 'name' }>): { type: Type; file: string; within: string } | undefined {
  const spaces = within ? within.split('.') : []
  for (let depth = spaces.length; depth >= 0; depth--) {
    const full = [...spaces.slice(0, depth), name].join('.')
    for (const one of [file, 'shared', ...files]) {
      const found = types.get(one)?.get(full) ?? types.get(one)?.get(`Checkout.${full}`)
      if (found) return { type: found, file: one, within: full }
    }
  }
  return undefined
}
