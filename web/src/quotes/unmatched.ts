/** Whether the URL asks for the requests that reached no company. */
export const isUnmatched = (search: object): boolean => 'unmatched' in search && search.unmatched === true
