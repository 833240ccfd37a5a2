import { existsSync, readFileSync } from 'node:fs'
import { api } from '../core/src/api.ts'
import { complain } from './say.mjs'
import type { Count } from './tally.ts'

/** Every call must succeed in some HTTP test: a call that was only ever refused is untested. */
export function countAnswered(file: string): Count {
  const answered = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const never = Object.keys(api).filter((name) => !answered.has(name))
  for (const name of never) complain(`Aucun test ne réussit l’appel ${name}.`)
  return { passed: Object.keys(api).length - never.length, failed: never.length }
}
