// Who may be calling: clients and occupants by phone or name, sites by address.
import { type Caller, mostCallers } from '@bordee/core/callers/call-sheet.ts'
import { type SearchWord, searchedDigits, searchWords } from '@bordee/core/search/search-words.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { hasWords } from '../search/search.queries.ts'
import { addressText } from '../sites/site-address.ts'

/** How many folders are looked at: a word that more of them have says too little. */
const mostFolders = 1000

/**
 * One more than are listed, if there are more. Every word must begin a word of the same folder, as in Ctrl+K; a phone is found by its first
 * digits, with or without the area code. The index finds the most telling word, and the others are looked for in what it finds.
 */
export async function findCallers(ctx: Ctx, text: string): Promise<Caller[]> {
  const [words, digits] = [searchWords(text), searchedDigits(text)]
  const key = digits ? { begins: [digits], is: [] } : tellingWord(words)
  if (!key) return []
  const companyId = companyOf(ctx)
  const others = (folder: string) => (digits ? sql`true` : hasWords(sql.ref(`${folder}.words`), words))
  const ranges = [...key.begins.map((it) => [it, `${it}{`]), ...key.is.map((it) => [it, `${it} `])] // words are letters and digits
  return ctx.tx.sql<Caller>`
    with found as materialized (
      select distinct w.folder, w.row_id
      from unnest(${ranges.map(([from]) => from)}::text[], ${ranges.map(([, to]) => to)}::text[]) k (since, before)
      cross join lateral (
        select folder, row_id
        from folder_words
        where company_id = ${companyId} and word >= k.since and word < k.before
        limit ${mostFolders}) w),
    sites_found as (
      select s.id as site_id, c.id as client_id, null as occupant_name, c.phone, 3 as turn
      from found f
      join clients c on c.company_id = ${companyId} and c.id = f.row_id
      left join sites s on s.company_id = c.company_id and s.client_id = c.id
      where f.folder = 'clients' and ${others('c')}
      union all
      select s.id, s.client_id, null, null, 2
      from found f
      join sites s on s.company_id = ${companyId} and s.id = f.row_id
      where f.folder = 'sites' and ${others('s')}
      union all
      select s.id, s.client_id, nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.phone, 1
      from found f
      join occupants o on o.company_id = ${companyId} and o.id = f.row_id
      join sites s on s.company_id = o.company_id and s.id = o.site_id
      where f.folder = 'occupants' and ${others('o')}),
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

/** A number says more than a street, and a long word more than « rue ». */
const tellingWord = (words: readonly SearchWord[]): SearchWord | undefined =>
  words.find(({ begins: [word = ''] }) => /^\d/.test(word)) ?? words.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]

const lengthOf = ({ begins: [word = ''] }: SearchWord) => word.length
