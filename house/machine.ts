// The date and machine of a measurement.
import { cpus, totalmem } from 'node:os'

export const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ` +
  `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
