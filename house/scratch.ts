// Where the tests keep their throw-away databases.
import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const memory = '/dev/shm'
const enough = 4 * 2 ** 30

/** In memory if there is plenty: a database is more than a thousand files, which a disk takes ten times as long to create. */
export function scratchRoot(): string {
  return process.env.TMPDIR || room() < enough ? tmpdir() : memory
}

function room(): number {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem())
  } catch {
    return 0 // only Linux has it
  }
}
