/** What a provider's webhook brought, as it came: its gateway knows the signature and the words. */
export interface Posted {
  /** With the query. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
