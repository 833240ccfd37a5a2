/** A webhook's raw request: its gateway knows the signature and the format. */
export interface Posted {
  /** Includes the query string. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
