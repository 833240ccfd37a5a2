import type { boardCalls } from '@bordee/core/operations/board.calls.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { readOperation } from '../operations/operations.queries.ts'
import { readRun } from '../runs/runs.queries.ts'
import { readBoard } from './board.queries.ts'
import { forecastBoard } from './forecasts.ts'
import { journalRows } from './journal.ts'
import { closeOperation, createRedoRun, joinOperations, splitOperation } from './operation-runs.ts'
import { siteList, siteRows } from './site-rows.ts'

export const boardHandlers: Handlers<typeof boardCalls> = {
  async closeOperation(ctx, { id }) {
    await closeOperation(ctx, id)
    return readOperation(ctx, id)
  },

  async joinOperations(ctx, { id, otherId }) {
    await joinOperations(ctx, id, otherId)
    return readOperation(ctx, id)
  },

  splitOperation: async (ctx, { id, at }) => readOperation(ctx, await splitOperation(ctx, id, new Date(at))),

  getBoard: (ctx, { id }) => readBoard(ctx, id),

  async listOperationSites(ctx, { id, state, ...asked }) {
    const operation = await readOperation(ctx, id)
    const of = { companyId: companyOf(ctx), operationId: id }
    const forecast = await forecastBoard(ctx, of, operation)
    if (isPiece(asked)) return readPiece(ctx, siteList(of, state, forecast.sites), asked)
    return ctx.tx.jsonList(siteRows(of, forecast.sites, { state }))
  },

  async listJournal(ctx, { id }) {
    await readOperation(ctx, id)
    return ctx.tx.jsonList(journalRows({ companyId: companyOf(ctx), operationId: id }))
  },

  createRedoRun: async (ctx, { id: operationId, runId: id = null, ...order }) =>
    readRun(ctx, await createRedoRun(ctx, { operationId, id, ...order })),
}
