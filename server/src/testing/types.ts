import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const codegen = fileURLToPath(new URL('../../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))

/** Writes Kysely's types of the public schema, without the migrations and rules tables, which nobody queries. */
export async function writeDatabaseTypes(url: string, file: string): Promise<void> {
  const args = ['--dialect', 'postgres', '--url', url, '--out-file', file, '--log-level', 'error']
  const patterns = ['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.(migrations|rules)']
  const child = spawn(process.execPath, [codegen, ...args, ...patterns], { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error('kysely-codegen failed')
}
