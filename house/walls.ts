// Imports go one way (ARCHITECTURE.md, rule 1). A wall is a row: the files it surrounds, what it stops, an offender.
import { posix } from 'node:path'

export interface Wall {
  says: string
  around: RegExp
  /** Files among them that are exempt. */
  except?: RegExp
  /** The only targets they may import, and those they must never import. `targetOf` says how a target is written. */
  only?: RegExp
  never?: RegExp
  /** Limits `never` to these imported names. */
  names?: RegExp
  /** What their text must not contain. */
  text?: RegExp
  offender: { file: string; text: string }
}

export interface Offence {
  file: string
  wall: string
  what: string
}

const tests = /\.test\.tsx?$|^server\/src\/testing\//

/**
 * The slices of the server, each after those it may import. Code that two slices need from each other goes before
 * both. The demo fills the whole server, as a command does.
 */
export const sliceOrder = [
  'identity',
  'accounts',
  'addresses',
  'messages',
  'services',
  'provisioning',
  'files',
  'folders',
  'sites',
  'companies',
  'sectors',
  'groupings',
  'routes',
  'records',
  'bank',
  'operations',
  'alerts',
  'billing',
  'payments',
  'occupants',
  'clients',
  'templates',
  'contracts',
  'contract-payments',
  'cheques',
  'positions',
  'runs',
  'punches',
  'photos',
  'board',
  'billables',
  'client-invoices',
  'bank-files',
  'invoice-payments',
  'collection',
  'bulletins',
  'devices',
  'quotes',
  'imports',
  'platform',
  'search',
  'onboarding',
  'callers',
  'tracking',
  'replies',
  'voice-line',
  'weather',
  'evidence',
  'claims',
  'privacy',
  'season',
  'home',
]
const slices = new RegExp(`^server/src/(${sliceOrder.join('|')})/`)

/** One wall per slice: it stops imports of later slices. */
const slicesGoOneWay: Wall[] = sliceOrder.slice(0, -1).map((slice, place) => {
  const later = sliceOrder.slice(place + 1)
  return {
    says: `${slice} does not import what stands on it`,
    around: new RegExp(`^server/src/${slice}/`),
    except: tests,
    never: new RegExp(`^server/src/(${later.join('|')})/`),
    offender: { file: `server/src/${slice}/x.ts`, text: `import { x } from '../${later[0]}/x.ts'` },
  }
})

/** The packages of server/package.json, and where each may be imported. A package that is missing fails the test. */
export const serverPackages = {
  anywhere: ['@bordee/core', 'zod'],
  plumbing: ['@fastify/cookie', '@fastify/multipart', '@fastify/static', 'fastify', 'pg', 'pg-boss'],
  identity: ['@node-rs/argon2', 'jose'],
  vendors: ['altcha-lib', 'nodemailer', 'stripe', 'twilio'],
  files: ['hucre', 'papaparse', 'pmtiles', 'sharp'],
  codes: ['qr'],
  guide: ['marked'],
  documents: ['@cantoo/pdf-lib', '@myriaddreamin/typst-ts-node-compiler', 'htmlparser2'],
}

export const walls: Wall[] = [
  {
    says: 'core imports zod and core only',
    around: /^core\/src\//,
    except: tests,
    only: /^(core\/src\/|npm:zod$)/,
    offender: { file: 'core/src/clients/client.ts', text: `import { readFileSync } from 'node:fs'` },
  },
  {
    says: 'the tests of core need neither server nor web',
    around: /^core\/src\//,
    only: /^(core\/src\/|npm:|node:)/,
    offender: { file: 'core/src/money.test.ts', text: `import { q } from '../../server/src/db.ts'` },
  },
  {
    says: 'server never imports web, nor tests and tools',
    around: /^server\/src\//,
    except: tests,
    never: /^(web|e2e|house|proof)\//,
    offender: { file: 'server/src/app.ts', text: `import { theme } from '../../web/src/ui/theme.ts'` },
  },
  {
    says: 'web never imports server, nor tests and tools',
    around: /^web\/src\//,
    never: /^(server|e2e|house|proof)\/|^node:/,
    offender: { file: 'web/src/api.ts', text: `import type { Env } from '../../server/src/env.ts'` },
  },
  {
    says: 'the engine knows the types of the outside world, never a provider or a slice: entry points bring them together',
    around: /^server\/src\/engine\//,
    except: tests,
    only: /^(server\/src\/(engine\/|outside\/(\w+)\/\3\.ts$)|core\/src\/|npm:|node:)/,
    offender: { file: 'server/src/engine/http/http.ts', text: `import { twilio } from '../../outside/sms/twilio.ts'` },
  },
  {
    says: 'providers of the outside world import the engine, never a slice',
    around: /^server\/src\/outside\//,
    except: tests,
    only: /^(server\/src\/(engine|outside)\/|core\/src\/|npm:|node:)/,
    offender: { file: 'server/src/outside/mail/providers.ts', text: `import { counts } from '../../identity/identity.queries.ts'` },
  },
  {
    says: 'PostgreSQL’s keeper knows nothing of what is kept',
    around: /^server\/src\/postgres\//,
    except: tests,
    only: /^(server\/src\/postgres\/|npm:|node:)/,
    offender: { file: 'server/src/postgres/cluster.ts', text: `import { sql } from '../engine/sql.ts'` },
  },
  {
    says: 'slices import no entry point',
    around: slices,
    except: tests,
    never: /^server\/src\/([^/]+|pages\/.*|upkeep\/.*)$/,
    offender: { file: 'server/src/clients/clients.handlers.ts', text: `import { openHouse } from '../server.ts'` },
  },
  ...slicesGoOneWay,
  {
    says: 'slices know nothing of HTTP, of pools or of the queue: ctx is all they touch',
    around: slices,
    except: tests,
    never: new RegExp(`^(server/src/engine/http/http\\.ts|npm:(${serverPackages.plumbing.join('|')}))$`),
    offender: { file: 'server/src/clients/clients.handlers.ts', text: `import type { FastifyRequest } from 'fastify'` },
  },
  {
    says: 'slices take types from db.ts, never a pool or a transaction of their own',
    around: slices,
    except: tests,
    never: /^server\/src\/engine\/db\/db\.ts$/,
    names: /^(openPool|transaction|readOnly)$/,
    offender: { file: 'server/src/clients/clients.queries.ts', text: `import { openPool } from '../engine/db/db.ts'` },
  },
  {
    says: 'only the providers of outside/ import vendors’ packages',
    around: /^server\/src\/(?!outside\/)/,
    except: tests,
    never: new RegExp(`^npm:(${serverPackages.vendors.join('|')})$`),
    offender: { file: 'server/src/platform/platform.jobs.ts', text: `import nodemailer from 'nodemailer'` },
  },
  {
    says: 'spreadsheets, pictures and maps are each read and written in one place',
    around:
      /^server\/src\/(?!engine\/documents\/spreadsheets(\.\w+)?\.ts$|companies\/logo\.ts$|photos\/drawing\.ts$|platform\/map-archive\.ts$)/,
    except: tests,
    never: new RegExp(`^npm:(${serverPackages.files.join('|')})$`),
    offender: { file: 'server/src/imports/imports.handlers.ts', text: `import { writeXlsx } from 'hucre/xlsx'` },
  },
  {
    says: 'clauses are read, and contracts printed, in one place each',
    around: /^server\/src\/(?!templates\/clauses\.ts$|engine\/documents\/documents(\.press)?\.ts$)/,
    except: tests,
    never: new RegExp(`^npm:(${serverPackages.documents.join('|')})$`),
    offender: { file: 'server/src/contracts/contracts.handlers.ts', text: `import { parseDocument } from 'htmlparser2'` },
  },
  {
    says: 'the guide alone is written in Markdown',
    around: /^server\/src\/(?!pages\/guide-pages\.ts$)/,
    except: tests,
    never: new RegExp(`^npm:(${serverPackages.guide.join('|')})$`),
    offender: { file: 'server/src/messages/messages.handlers.ts', text: `import { marked } from 'marked'` },
  },
  {
    says: 'passwords and tokens are the identity folder’s business',
    around: /^server\/src\/(?!identity\/)/,
    except: tests,
    never: new RegExp(`^npm:(${serverPackages.identity.join('|')})$`),
    offender: { file: 'server/src/accounts/accounts.handlers.ts', text: `import { hash } from '@node-rs/argon2'` },
  },
  {
    says: 'only server/src/engine/env.ts reads the environment',
    around: /^(core|server|web)\/src\//,
    except: new RegExp(`${tests.source}|^server/src/engine/env\\.ts$`),
    text: /\bprocess\.env\b|\benv\b[^;\n]*from 'node:process'/,
    offender: { file: 'server/src/outside/mail/providers.ts', text: 'const url = process.env.SMTP_URL' },
  },
  {
    says: 'ui knows no business',
    around: /^web\/src\/ui\//,
    only: /^(web\/src\/ui\/|core\/src\/[^/]+$|npm:)/,
    offender: { file: 'web/src/ui/DataGrid.tsx', text: `import { ClientChip } from '../clients/ClientChip.tsx'` },
  },
  {
    says: 'a screen never imports a screen',
    around: /Screen\.tsx$/,
    never: /Screen\.tsx$/,
    offender: { file: 'web/src/clients/ClientScreen.tsx', text: `import { ClientsScreen } from './ClientsScreen.tsx'` },
  },
  {
    // The alert screens still use Mantine's own.
    says: 'a dialog is ui/Dialog.tsx, in which one begins in the first field',
    around: /^web\/src\/(?!ui\/(Dialog\.tsx|theme\.ts)$|alerts\/)/,
    never: /^npm:@mantine\/core$/,
    names: /^Modal$/,
    offender: { file: 'web/src/services/ServicesScreen.tsx', text: `import { Button, Modal } from '@mantine/core'` },
  },
  {
    // A route carries its version, and a write with an older one is refused.
    says: 'what is stored is edited by useEditing, which sends only what was touched',
    around: /^web\/src\/(?!ui\/form\/|routes\/RouteFormScreen\.tsx$)/,
    except: tests,
    text: /useForm\([^)]*\{ values \}/,
    offender: { file: 'web/src/services/ServicesScreen.tsx', text: 'const form = useForm(serviceSchema, { values })' },
  },
  {
    says: 'benches and proofs try what runs: they import no screen and no test',
    around: /^proof\//,
    never: /^(web|e2e)\/|\.test\.tsx?$|^npm:vitest$/,
    offender: { file: 'proof/bench/clients.bench.ts', text: `import { expect } from 'vitest'` },
  },
  {
    says: 'no barrels: import the file that holds the thing',
    around: /^(core|server|web|e2e|house|proof)\//,
    never: /(^|\/)index\.tsx?$/,
    offender: { file: 'web/src/main.tsx', text: `import { Button } from './ui/index.ts'` },
  },
  {
    says: 'no path aliases',
    around: /^(core|server|web|e2e|house|proof)\//,
    never: /^npm:([~#]|@$|@\/)/,
    offender: { file: 'web/src/main.tsx', text: `import { Button } from '~/ui/Button.tsx'` },
  },
]

export function offences(file: string, source: string, among: Wall[] = walls): Offence[] {
  const text = withoutComments(source)
  const imports = importsOf(file, text)
  return among
    .filter((wall) => wall.around.test(file) && !wall.except?.test(file))
    .flatMap((wall) => {
      const stopped = imports.filter((one) => isStopped(wall, one)).map((one) => `imports ${one.target}`)
      const written = wall.text?.exec(text)?.[0]
      return [...stopped, ...(written ? [`holds ${written}`] : [])].map((what) => ({ file, wall: wall.says, what }))
    })
}

/** Whether a file holds nothing of its own: it only passes on what other files of ours hold. */
export function isBarrel(file: string, source: string): boolean {
  const text = withoutComments(source)
  const own = importForms.reduce((rest, form) => rest.replace(form, ''), text).replace(/\bexport\s+(type\s+)?\{[^}]*\}/g, '')
  return own.trim() === '' && /\bexport\b/.test(text) && importsOf(file, text).some(({ target }) => !/^(npm|node):/.test(target))
}

interface Import {
  target: string
  names: string[]
}

function isStopped({ only, never, names }: Wall, one: Import): boolean {
  if (only && !only.test(one.target)) return true
  if (!never?.test(one.target)) return false
  return !names || one.names.some((name) => names.test(name))
}

const importForms = [
  /\b(?:import|export)\s+(?:type\s+)?([\w*\s{},$]+?)\s+from\s+['"]([^'"\n]+)['"]/g,
  /\b(import)\s+['"]([^'"\n]+)['"]/g,
  /\b(import|require)\(\s*['"]([^'"\n]+)['"]/g,
]

export function importsOf(file: string, text: string): Import[] {
  return importForms.flatMap((form) =>
    [...text.matchAll(form)].map(([, clause = '', specifier = '']) => ({
      target: targetOf(file, specifier),
      names: clause.match(/\w+/g) ?? [],
    })),
  )
}

/** `core/src/money.ts` for a file of the repository, `npm:zod` for a package, `node:fs` for a Node module. */
export function targetOf(file: string, specifier: string): string {
  const [path = ''] = specifier.split('?') // Vite's `?worker&url`
  if (path.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), path))
  if (path.startsWith('node:')) return path
  if (path.startsWith('@bordee/')) return path.replace(/^@bordee\/(\w+)/, '$1/src')
  const parts = path.split('/')
  return `npm:${parts.slice(0, path.startsWith('@') && parts[0] !== '@' ? 2 : 1).join('/')}`
}

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, '$1')
}
