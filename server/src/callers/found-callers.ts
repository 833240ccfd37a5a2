// Who may be calling: clients and occupants by phone or name, sites by address.
import { type Caller, mostCallers } from '@bordee/core/callers/call-sheet.ts'
import { type SearchWord, searchedDigits, searchWords } from '@bordee/core/search/search-words.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { addressText } from '../sites/site-address.ts'

/** How many folders are looked at: a word that more of them have says too little. */
const mostFolders = 300

/** One more than are listed, if there are more. Every word must begin a word of the same folder; a phone, all of it or its last digits. */
export async function findCallers(ctx: Ctx, text: string): Promise<Caller[]> {
  const [words, digits] = [searchWords(text), searchedDigits(text)]
  if (words.length === 0) return []
  const companyId = companyOf(ctx)
  return ctx.tx.sql<Caller>`
    with found as materialized (
      select folder, row_id
      from (${foldersFound(companyId, words)} ${digits ? sql`union ${foldersFound(companyId, [{ begins: [digits], is: [] }])}` : sql``}) f
      limit ${mostFolders}),
    sites_found as (
      select s.id as site_id, c.id as client_id, null as occupant_name, c.phone, 3 as turn
      from found f
      join clients c on c.company_id = ${companyId} and c.id = f.row_id
      left join sites s on s.company_id = c.company_id and s.client_id = c.id
      where f.folder = 'clients'
      union all
      select s.id, s.client_id, null, null, 2
      from found f
      join sites s on s.company_id = ${companyId} and s.id = f.row_id
      where f.folder = 'sites'
      union all
      select s.id, s.client_id, nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.phone, 1
      from found f
      join occupants o on o.company_id = ${companyId} and o.id = f.row_id
      join sites s on s.company_id = o.company_id and s.id = o.site_id
      where f.folder = 'occupants'),
    callers as (
      select distinct on (coalesce(site_id, client_id)) * from sites_found order by coalesce(site_id, client_id), turn, occupant_name)
    select x.site_id as "siteId",
           coalesce(s.name, '') as "siteName",
           ${addressText('s')} as "siteAddress",
           c.id as "customerId",
           c.name as "customerName",
           x.occupant_name as "occupantName",
           coalesce(x.phone, c.phone) as phone
    from callers x
    join clients c on c.company_id = ${companyId} and c.id = x.client_id
    left join sites s on s.company_id = c.company_id and s.id = x.site_id
    order by c.name, s.street, s.civic_number, c.id, s.id
    limit ${mostCallers + 1}`
}

/** The folders that have all of the words, read from the index alone. */
const foldersFound = (companyId: string, words: readonly SearchWord[]): Sql<unknown> =>
  sql.join(
    words.map(
      (word) => sql`
        (select folder, row_id from folder_words where company_id = ${companyId} and (${spelledAs(word)}))`,
    ),
    ' intersect ',
  )

/** Words are letters and digits, so those that begin alike end before « { ». */
const spelledAs = ({ begins, is }: SearchWord) =>
  sql.join([...begins.map((it) => sql`(word >= ${it} and word < ${`${it}{`})`), ...is.map((it) => sql`word = ${it}`)], ' or ')
