// The payment provider's news never arrive: what was paid is found by looking.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { second } from '../../server/src/testing/runs.ts'
import { databaseUrlOf } from '../running-server.ts'
import type { Scenario } from './scenario.ts'

export const webhook: Scenario = {
  tried: 'every webhook of the payment provider lost, for good',
  async run({ server, note }) {
    const owner = new pg.Client(await databaseUrlOf(server))
    await owner.connect()
    await owner.query(`
      create table lost_news (n int);
      create function lose() returns trigger language plpgsql as 'begin insert into lost_news values (1); return null; end';
      create trigger lose before insert on sandbox_events for each row execute function lose();
      alter function lose security definer`)
    await sleep(45 * second)
    const { rows } = await owner.query<{ count: number }>('select count(*)::int from lost_news')
    await owner.end()
    note(`${rows[0]?.count} lost`)
    return rows[0]?.count ? [] : ['nothing was lost']
  },
}
